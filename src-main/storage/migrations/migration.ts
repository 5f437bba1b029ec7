import type { Database } from '../store.ts'

/** One step of the database's shape. A step that has been released is never edited: a later one mends it. */
export interface Migration {
  /** Unique; steps run in this order. */
  number: number
  name: string
  up(db: Database): void
}
