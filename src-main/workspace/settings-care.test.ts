import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../app/app.ts'
import { openServices } from '../testing/headless-services.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { computerSettingsIn } from './computer.ts'
import { workspaceSettings } from './index.ts'

const directory = temporaryDirectory()
const computer = computerSettingsIn(join(directory, 'home'))
let services: Services

beforeAll(async () => {
  services = await openServices(join(directory, 'workspace'))
})
afterAll(() => services.close())

test('imports an exported file, and its undo restores the settings before', async () => {
  const care = services.settingsCare(computer)
  const stored = workspaceSettings(services.storage)
  await computer.write({ theme: 'dark' })
  await stored.write({ sync: { ...(await stored.read()).sync, concurrency: 5 } })
  const text = await care.text()
  await computer.write({ theme: 'light', startScreen: 'quality' })
  await stored.write({ sync: { ...(await stored.read()).sync, concurrency: 1 } })

  expect((await care.preview({ text })).changes).toMatchObject([
    { name: 'theme', before: 'Light', after: 'Dark' },
    { name: 'startScreen', before: 'Quality, what waits for you', after: 'Catalog' },
    { name: 'sync', part: 'Calls at the same time', before: '1', after: '5' },
  ])
  expect(await computer.read()).toMatchObject({ theme: 'light' })
  const { undo, changes } = await care.apply({ text })
  expect(changes).toHaveLength(3)
  expect(await computer.read()).toMatchObject({ theme: 'dark', startScreen: 'catalog' })
  expect((await stored.read()).sync.concurrency).toBe(5)
  await care.apply({ text: undo })
  expect(await computer.read()).toMatchObject({ theme: 'light', startScreen: 'quality' })
  expect((await stored.read()).sync.concurrency).toBe(1)
})

test('resets a section, and leaves the others', async () => {
  const care = services.settingsCare(computer)
  await computer.write({ theme: 'dark', keepsRunning: true })
  await care.apply({ section: 'appearance' })
  expect(await computer.read()).toMatchObject({ theme: 'system', keepsRunning: true })
})

test('changes nothing if the file cannot be used', async () => {
  const care = services.settingsCare(computer)
  await computer.write({ theme: 'dark' })
  await expect(care.apply({ text: 'theme: light' })).rejects.toMatchObject({ code: 'NOT_SETTINGS' })
  expect(await computer.read()).toMatchObject({ theme: 'dark' })
})
