import BetterSqlite3 from 'better-sqlite3'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { fold } from '../../src-shared/values/fold.ts'
import { memoryLimits } from '../platform/memory/memory-limits.ts'
import { databaseName, type OpenMode } from './open-mode.ts'
import { toPlainError } from './plain-failures.ts'
import type { Database } from './store.ts'
import { type StatementWatch, watchStatements } from './watch-statements.ts'

interface OpenOptions {
  readonly?: boolean
  /** How long a statement waits for another process's lock, in milliseconds. */
  busyTimeout?: number
  way?: OpenMode
  /** Maximum bytes of the database that the connection caches; the limit for its kind when absent. */
  pages?: number
  /** Reports slow statements. If set, the error of a failed statement also contains its SQL. */
  watch?: StatementWatch
}

/**
 * Opens a connection to a workspace's database: with a write-ahead log, with every commit synced to disk
 * before it returns (`synchronous=FULL`), and with foreign keys enforced. SQLite keeps most of these settings
 * per connection, so a writing connection reads them back and is refused if they are not in effect.
 */
export function openDatabase(
  path: string,
  {
    readonly = false,
    busyTimeout = 10_000,
    way = 'shared',
    pages = memoryLimits.databasePages[readonly ? 'reader' : 'writer'],
    watch,
  }: OpenOptions = {},
): Database {
  try {
    const db = new BetterSqlite3(databaseName(path, way), {
      readonly,
      fileMustExist: readonly,
      timeout: busyTimeout,
    })
    try {
      if (!readonly) {
        // Only a new database takes this, or an older one when it is vacuumed: free pages can then be returned to
        // the system in small steps (space-store.ts). A database that has taken it would be written at each opening.
        if (db.pragma('auto_vacuum', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL')
        db.pragma('journal_mode = WAL')
      }
      db.pragma('synchronous = FULL')
      db.pragma('foreign_keys = ON')
      db.pragma('temp_store = MEMORY')
      // A negative size is in KiB.
      db.pragma(`cache_size = ${-Math.floor(pages / 1024)}`)
      // Pages of items change the same index pages; a longer log writes those to the file fewer times.
      db.pragma('wal_autocheckpoint = 8000')
      db.pragma('journal_size_limit = 67108864')
      if (!readonly) assertDurable(db)
      // For conditions on few rows. Columns that are searched among many rows are stored folded.
      db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text))
      if (watch) watchStatements(db, watch)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw toPlainError(error)
  }
}

const synchronousFull = 2

/** Throws unless the connection uses the write-ahead log and syncs to disk at every commit. */
function assertDurable(db: Database): void {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = db.pragma('synchronous', { simple: true })
  if (journal === 'wal' && synchronous === synchronousFull) return
  throw new PlainError(
    'not-durable',
    say`The workspace is on a file system that cannot store it safely (no write-ahead log). Move it to a local disk.`,
    { data: { journal, synchronous } },
  )
}
