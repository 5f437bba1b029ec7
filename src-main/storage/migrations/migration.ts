import type { Database } from '../store.ts'

/** A change of the database schema. Never edit a released migration: add a later one that corrects it. */
export interface Migration {
  /** Unique; migrations run in this order. */
  number: number
  name: string
  /** Numbers of earlier migrations that this one replaces: a database has applied all of them, or none. */
  replaces?: readonly number[]
  up(db: Database): void
}
