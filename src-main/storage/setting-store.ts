import type { SettingRow } from './schema/rows.ts'
import { defineReader, defineWriter } from './store.ts'

/** Parses a stored value. A damaged one is returned as text, which the validation of the settings rejects. */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The stored settings of this workspace, by key. Values are JSON. */
export const settingReader = defineReader('storage/setting', ({ db }) => {
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

export const settingWriter = defineWriter('storage/setting', ({ db, record }) => {
  const set = db.prepare(
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM setting WHERE key = ?')
  return {
    /** @param tell whether to publish the change */
    set(values: Record<string, unknown>, { tell = true } = {}): void {
      for (const [key, value] of Object.entries(values)) {
        if (value === undefined) remove.run(key)
        else set.run(key, JSON.stringify(value))
      }
      if (tell) record({ topic: 'workspace' })
    },
  }
})
