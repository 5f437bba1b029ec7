import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { computerSettingsIn, knownWorkspaces } from './computer.ts'

const home = join(temporaryDirectory(), 'home')
afterAll(() => rmSync(home, { recursive: true, force: true }))
beforeEach(() => rmSync(home, { recursive: true, force: true }))

/** A log that collects the names of unreadable settings. */
function logOfMisfits() {
  const misfits: string[] = []
  return { misfits, log: { warn: (facts: { setting: string }) => void misfits.push(facts.setting) } as never }
}
const fileOf = (name: string): unknown => JSON.parse(readFileSync(join(home, name), 'utf8'))

const atFirst = {
  theme: 'system',
  startScreen: 'catalog',
  language: 'system',
  nutritionMarket: 'fda',
  keepsRunning: false,
  checksForUpdates: true,
  feedGrids: {},
  shortcuts: {},
  hintsSeen: [],
}

test('returns defaults until settings are written, and for a damaged file', async () => {
  const { misfits, log } = logOfMisfits()
  const settings = computerSettingsIn(home, log)
  expect(await settings.read()).toEqual(atFirst)
  expect(misfits).toEqual([])
  await settings.write({ theme: 'dark' })
  expect(await computerSettingsIn(home).read()).toEqual({ ...atFirst, theme: 'dark' })
  for (const damaged of ['{"theme":"pink"}', '{"the', '[]']) {
    writeFileSync(join(home, 'settings.json'), damaged)
    expect(await settings.read()).toEqual(atFirst)
  }
  expect(misfits).toEqual(['theme', 'settings.json'])
})

test('keeps a setting of a newer version', async () => {
  const settings = computerSettingsIn(home)
  await settings.write({ theme: 'dark' })
  writeFileSync(join(home, 'settings.json'), '{"theme":"dark","density":"tight"}')
  await settings.write({ theme: 'light' })
  expect(fileOf('settings.json')).toEqual({ theme: 'light', density: 'tight' })
})

test('notifies watchers only if the value changes', async () => {
  const settings = computerSettingsIn(home)
  const notified: string[] = []
  const stop = settings.watch('theme', (theme) => notified.push(theme))
  await settings.write({ theme: 'dark' })
  await expect.poll(() => notified).toEqual(['dark'])
  await settings.write({ theme: 'dark' })
  await settings.write({ theme: 'light' })
  await expect.poll(() => notified).toEqual(['dark', 'light'])
  stop()
  await settings.write({ theme: 'system' })
  await settings.read()
  expect(notified).toEqual(['dark', 'light'])
})

test('ignores a damaged fact of one workspace, and keeps its other facts and the other workspaces', async () => {
  const { misfits, log } = logOfMisfits()
  const known = knownWorkspaces(home, log)
  await known.note('/one', { items: 3, role: 'sandbox', lastOpenedAt: '2026-01-02T00:00:00.000Z' })
  await known.note('/two', { items: 5, lastOpenedAt: '2026-01-01T00:00:00.000Z' })
  const { workspaces } = fileOf('workspaces.json') as { workspaces: Record<string, unknown>[] }
  const damaged = workspaces.map((line) => ({ ...line, backup: { rhythm: 'yearly' }, colour: 'red' }))
  writeFileSync(join(home, 'workspaces.json'), JSON.stringify({ workspaces: [...damaged, null, 'three'] }))
  expect(await known.list()).toMatchObject([
    { directory: '/one', items: 3, role: 'sandbox', backup: { rhythm: 'off' } },
    { directory: '/two', items: 5, role: 'new', backup: { rhythm: 'off' } },
  ])
  expect(misfits).toEqual(['backup'])
  await known.note('/one', { items: 4 })
  expect(await known.find('/one')).toMatchObject({ items: 4, role: 'sandbox' })
  expect((fileOf('workspaces.json') as typeof fileOf & { workspaces: unknown[] }).workspaces).toContainEqual(
    expect.objectContaining({ directory: '/one', colour: 'red' }),
  )
  await known.forget('/one')
  expect(await known.list()).toMatchObject([{ directory: '/two' }])
})
