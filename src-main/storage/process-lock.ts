import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { toPlainError } from './plain-failures.ts'

/** A lock that one process holds until `release`, or until the process ends in any way. */
export interface ProcessLock {
  release(): void
}

/**
 * Takes a lock of a workspace, e.g. `outbox` for sending; undefined when another process holds the lock. The lock is an
 * exclusive transaction on a small SQLite file (`<directory>/<name>.lock`). The operating system ends such a lock with
 * its process, also at a crash or `kill -9`, so no lock is ever left over.
 * @throws PlainError when the folder cannot be written to, e.g. `disk-full`
 */
export function takeProcessLock(directory: string, name: string): ProcessLock | undefined {
  let db: BetterSqlite3.Database | undefined
  try {
    db = new BetterSqlite3(join(directory, `${name}.lock`), { timeout: 0 })
    // The transaction writes nothing, and a full disk has no room for a journal.
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
