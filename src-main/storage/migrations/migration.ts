import type { Database } from '../store.ts'

/** A change of the database schema. A released migration is never edited: a later one corrects it. */
export interface Migration {
  /** Unique; migrations run in this order. */
  number: number
  name: string
  /** Numbers of earlier migrations whose result this one makes at once: a database has all of them, or none. */
  replaces?: readonly number[]
  up(db: Database): void
}
