import { screenSettings, workspaceSettings } from '../../src-shared/workspace/settings.ts'
import { openSettings, type SettingLog, type Settings } from '../platform/settings.ts'
import type { SettingRow } from './rows.ts'
import type { Storage } from './storage.ts'
import { defineReader, defineWriter } from './store.ts'

/** The settings of one workspace, in its database. */
export type WorkspaceSettingsStore = Settings<typeof workspaceSettings>

export function openWorkspaceSettings(storage: Storage, log?: SettingLog): WorkspaceSettingsStore {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  return openSettings(
    workspaceSettings,
    {
      read: () => reader.all(),
      write: (values) => writer.set({ ...values }),
      subscribe: (listener) =>
        storage.changes.subscribe(({ changes }) => {
          if (changes.some(({ topic }) => topic === 'workspace')) listener()
        }),
    },
    log,
  )
}

/** Parses a stored value. A damaged one stays text: the descriptions of the settings refuse what does not fit. */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The settings that a person chose for this workspace, by key. Values are JSON. */
export const settingReader = defineReader('setting', ({ db }) => {
  const one = db.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck()
  const all = db.prepare<[], SettingRow>('SELECT key, value FROM setting ORDER BY key')
  return {
    get(key: string): unknown {
      const value = one.get(key)
      return value === undefined ? undefined : parsed(value)
    },
    all: (): Record<string, unknown> =>
      Object.fromEntries(all.all().map(({ key, value }) => [key, parsed(value)])),
  }
})

export const settingWriter = defineWriter('setting', ({ db, record }) => {
  const set = db.prepare(
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM setting WHERE key = ?')
  return {
    set(values: Record<string, unknown>): void {
      for (const [key, value] of Object.entries(values)) {
        if (value === undefined) remove.run(key)
        else set.run(key, JSON.stringify(value))
      }
      // What a screen remembers concerns no other screen, and is written often.
      if (Object.keys(values).some((key) => !(key in screenSettings))) record({ topic: 'workspace' })
    },
  }
})
