import BetterSqlite3 from 'better-sqlite3'
import { PlainError } from '../../src-shared/plain-error.ts'
import { memoryLimits } from '../platform/memory-limits.ts'
import { toPlainError } from './plain-failures.ts'
import type { Database } from './store.ts'
import { type StatementWatch, watchStatements } from './watch-statements.ts'
import { databaseName, type WayToOpen } from './ways-to-open.ts'

interface OpenOptions {
  readonly?: boolean
  /** How long a statement waits for another process's lock, in milliseconds. */
  busyTimeout?: number
  way?: WayToOpen
  /** Bytes of the database it keeps in memory; as for its kind when absent. */
  pages?: number
  /** Told of slow statements; those that fail name themselves in their error then. */
  watch?: StatementWatch
}

/**
 * Opens a workspace's database as every connection to it must be: write-ahead log, every commit on the disk before
 * it is answered (`synchronous=FULL`), foreign keys enforced. SQLite falls back to NORMAL under a write-ahead log
 * unless it is told on each connection, so both settings are read back and a writing connection without them is refused.
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
      if (!readonly) db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      db.pragma('foreign_keys = ON')
      db.pragma('temp_store = MEMORY')
      // A negative size is in KiB.
      db.pragma(`cache_size = ${-Math.floor(pages / 1024)}`)
      // A page of items touches the same index pages as the last: the longer the log, the more often they are written once.
      db.pragma('wal_autocheckpoint = 8000')
      db.pragma('journal_size_limit = 67108864')
      if (!readonly) assertDurable(db)
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

/** Throws unless the connection writes through the write-ahead log and waits for the disk at every commit. */
function assertDurable(db: Database): void {
  const journal = db.pragma('journal_mode', { simple: true })
  const synchronous = db.pragma('synchronous', { simple: true })
  if (journal === 'wal' && synchronous === synchronousFull) return
  throw new PlainError(
    'not-durable',
    'The workspace lies on a file system that cannot keep it safe (no write-ahead log). Move it to a local disk.',
    { data: { journal, synchronous } },
  )
}
