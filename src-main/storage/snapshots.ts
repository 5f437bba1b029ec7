import { memoryLimits } from '../platform/memory-limits.ts'
import { openDatabase } from './open-database.ts'
import type { Database, ReaderContext, Store } from './store.ts'
import { type Answered, type Call, openCalls } from './store-calls.ts'
import { toStoreError } from './store-error.ts'
import type { StatementWatch } from './watch-statements.ts'
import type { WayToOpen } from './ways-to-open.ts'

/** States of the database that stay as they are over several calls, each on a connection of its own. */
export interface Snapshots {
  /** Answers a call; the first one with a number fixes what all with it see. */
  answer(snapshot: number, call: Call): Answered[]
  end(snapshot: number): void
  close(): void
}

/** The snapshots of one reader thread. */
export function openSnapshots(
  path: string,
  way: WayToOpen,
  // biome-ignore lint/suspicious/noExplicitAny: stores of every shape; calls find their functions by name
  stores: Store<any, ReaderContext>[],
  watch: StatementWatch,
): Snapshots {
  const open = new Map<number, { db: Database; answer: (call: Call) => Answered[] }>()
  const begin = (snapshot: number) => {
    const db = openDatabase(path, { readonly: true, way, pages: memoryLimits.databasePages.snapshot, watch })
    const begun = { db, answer: openCalls(stores, { db }) }
    open.set(snapshot, begun)
    // A transaction sees the state of its first reading, not of its BEGIN.
    db.exec('BEGIN')
    db.prepare('SELECT 1 FROM meta LIMIT 1').get()
    return begun
  }
  const end = (snapshot: number): void => {
    open.get(snapshot)?.db.close()
    open.delete(snapshot)
  }
  return {
    answer(snapshot, call) {
      try {
        return (open.get(snapshot) ?? begin(snapshot)).answer(call)
      } catch (error) {
        end(snapshot)
        return [{ error: toStoreError(error), milliseconds: 0 }]
      }
    },
    end,
    close() {
      for (const snapshot of [...open.keys()]) end(snapshot)
    },
  }
}
