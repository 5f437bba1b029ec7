import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { toPlainError } from './plain-failures.ts'

/** Held until released; the operating system releases it when the process ends, however it ends. */
export interface ProcessLock {
  release(): void
}

/**
 * Takes a lock of a workspace that one process can hold at a time, e.g. `outbox` for sending; undefined when another
 * holds it. The lock is an exclusive transaction on a small SQLite file of its own (`<directory>/<name>.lock`): such
 * locks belong to the process, so that `kill -9` or a crash leaves none behind, and nothing has to guess by process
 * identifiers or the age of a file.
 * @throws PlainError when the folder cannot be written to, e.g. `disk-full`
 */
export function takeProcessLock(directory: string, name: string): ProcessLock | undefined {
  let db: BetterSqlite3.Database | undefined
  try {
    db = new BetterSqlite3(join(directory, `${name}.lock`), { timeout: 0 })
    // Nothing is ever written, and on a full disk there is no room for a journal.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db?.close()
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw toPlainError(error)
  }
  const held = db
  return { release: () => void held.close() }
}
