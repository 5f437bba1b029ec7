import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { computerSettingsIn } from './computer-settings.ts'

const home = join(temporaryDirectory(), 'home')
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('are as at the beginning until written, and survive a damaged file', async () => {
  const settings = computerSettingsIn(home)
  expect(await settings.read()).toEqual({ theme: 'system' })
  await settings.write({ theme: 'dark' })
  expect(await computerSettingsIn(home).read()).toEqual({ theme: 'dark' })
  for (const damaged of ['{"theme":"pink"}', '{"the', '[]']) {
    writeFileSync(join(home, 'settings.json'), damaged)
    expect(await settings.read()).toEqual({ theme: 'system' })
  }
})
