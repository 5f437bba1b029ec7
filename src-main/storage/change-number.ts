import type { Database } from './store.ts'

/** Reads and raises the number that counts committed changes of a workspace; it survives restarts. */
export function openChangeNumber(db: Database): { read(): number; raise(): number } {
  const read = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'change_number'").pluck()
  const raise = db
    .prepare<[], number>("UPDATE meta SET value = value + 1 WHERE key = 'change_number' RETURNING value")
    .pluck()
  return { read: () => read.get() ?? 0, raise: () => raise.get() ?? 0 }
}
