import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Change } from '../../src-shared/rpc/changes.ts'
import { workspaceSettings } from '../../src-shared/workspace/settings.ts'
import {
  openTemporaryDatabase,
  openTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../testing/temporary-workspace.ts'
import { settingReader, settingWriter } from './setting-store.ts'
import { openWorkspaceSettings } from './settings.ts'

let workspace: TemporaryWorkspace
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
})
afterEach(() => workspace.close())

test('returns defaults until a setting is written', async () => {
  const initial = Object.fromEntries(
    Object.entries(workspaceSettings).map(([name, setting]) => [name, setting.initial]),
  )
  const settings = openWorkspaceSettings(workspace.storage)
  expect(await settings.read()).toEqual(initial)
  await settings.write({ role: 'sandbox', localApi: { enabled: false, port: 1234, scheme: 'https' } })
  expect(await settings.read()).toEqual({
    ...initial,
    role: 'sandbox',
    localApi: { enabled: false, port: 1234, scheme: 'https' },
  })
  await settings.write({ localApi: undefined })
  expect(await settings.read()).toEqual({ ...initial, role: 'sandbox' })
})

test('logs an invalid value once and keeps the other settings', async () => {
  const misfits: string[] = []
  const log = { warn: (facts: { setting: string }) => void misfits.push(facts.setting) } as never
  await workspace.storage
    .writer(settingWriter)
    .set({ role: 'sandbox', sync: { concurrency: 500 }, connection: 'nobody', future: { kept: true } })
  const settings = openWorkspaceSettings(workspace.storage, log)
  expect(await settings.read()).toMatchObject({
    role: 'sandbox',
    sync: workspaceSettings.sync.initial,
    connection: undefined,
  })
  await settings.read()
  expect(misfits.toSorted()).toEqual(['connection', 'sync'])
})

test('notifies of settings written elsewhere', async () => {
  const roles: string[] = []
  const stop = openWorkspaceSettings(workspace.storage).watch('role', (role) => roles.push(role))
  const other = openWorkspaceSettings(workspace.storage)
  await other.write({ sampleService: { running: true, port: 1 } })
  await other.write({ role: 'connected' })
  await expect.poll(() => roles.at(-1)).toBe('connected')
  // From now on the value is known, so changes of other settings do not notify.
  const known = roles.length
  await other.write({ sampleService: { running: false, port: 1 } })
  await other.write({ role: 'sandbox' })
  await expect.poll(() => roles.slice(known)).toEqual(['sandbox'])
  stop()
})

test('stores, replaces and removes settings', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const changes: Change[] = []
  const writer = settingWriter.open({ db, now: () => 0, record: (change) => changes.push(change) })
  const reader = settingReader.open({ db })
  writer.set({ theme: 'dark', limits: { daily: 10 } })
  expect(reader.all()).toEqual({ limits: { daily: 10 }, theme: 'dark' })
  writer.set({ theme: undefined, limits: null })
  writer.set({ catalogPlace: {} }, { tell: false })
  expect(reader.get('theme')).toBeUndefined()
  expect(reader.all()).toEqual({ catalogPlace: {}, limits: null })
  expect(changes).toEqual([{ topic: 'workspace' }, { topic: 'workspace' }])
})
