import { type Database, defineReader, defineWriter } from './store.ts'

/** Pages of a database file. */
interface DatabasePages {
  pageBytes: number
  pages: number
  /** Pages without content. SQLite reuses them, but does not return them to the system by itself. */
  free: number
  /** Whether free pages can be returned in steps. Otherwise the file must be written again as a whole. */
  inSteps: boolean
}

/** Value of `PRAGMA auto_vacuum` for `INCREMENTAL`. */
const incremental = 2

const pragma = (db: Database, name: string): number => Number(db.pragma(name, { simple: true }))

function pagesOf(db: Database): DatabasePages {
  return {
    pageBytes: pragma(db, 'page_size'),
    pages: pragma(db, 'page_count'),
    free: pragma(db, 'freelist_count'),
    inSteps: pragma(db, 'auto_vacuum') === incremental,
  }
}

export const spaceReader = defineReader('storage/space', ({ db }) => ({ pages: () => pagesOf(db) }))

/**
 * Returns free pages of the database to the system. Each function commits by itself, so that the process can be
 * killed at any time.
 */
export const spaceWriter = defineWriter(
  'storage/space',
  ({ db }) => ({
    /** Removes some free pages from the file. @returns the remaining pages */
    release(pages: number): DatabasePages {
      db.pragma(`incremental_vacuum(${pages})`)
      // The file gets shorter only when the write-ahead log is copied into it.
      db.pragma('wal_checkpoint(PASSIVE)')
      return pagesOf(db)
    },
    /** Copies the write-ahead log into the file as far as no reader needs it. */
    checkpoint(): void {
      db.pragma('wal_checkpoint(PASSIVE)')
    },
    /** Writes the whole database again without free pages. From then on pages can be returned in steps. */
    vacuum(): void {
      // In memory, the copy of a large database would end the process.
      db.pragma('temp_store = FILE')
      try {
        db.exec('VACUUM')
      } finally {
        db.pragma('temp_store = MEMORY')
      }
      db.pragma('wal_checkpoint(PASSIVE)')
    },
  }),
  { outsideTransactions: true },
)
