import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { toPlainError } from './plain-failures.ts'

/** A lock that one process holds until `release`, or until the process ends in any way. */
export interface ProcessLock {
  release(): void
}

/**
 * Takes a lock of a workspace, e.g. `outbox` for sending; undefined if another process holds it. The lock is
 * an exclusive transaction on a small SQLite file (`<directory>/<name>.lock`). The operating system releases
 * it when the process ends, even by a crash or `kill -9`, so no stale lock remains.
 * @throws PlainError if the folder is not writable, e.g. `disk-full`
 */
export function acquireProcessLock(directory: string, name: string): ProcessLock | undefined {
  let db: BetterSqlite3.Database | undefined
  try {
    db = new BetterSqlite3(join(directory, `${name}.lock`), { timeout: 0 })
    // The transaction writes nothing; a journal file would need disk space.
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
