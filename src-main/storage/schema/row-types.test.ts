import { expect, test } from 'vitest'
import { rowTypes } from './row-types.ts'

const rowsOf = (sql: string): string => {
  const text = rowTypes((db) => void db.exec(sql))
  return text.slice(text.indexOf('export interface'))
}

test('a row type follows the table: types, nulls, checks, comments and columns added later', () => {
  const rows = rowsOf(`
    CREATE TABLE tea_leaf (
      id TEXT PRIMARY KEY,                   -- as given
      -- Grams, when
      -- they are known.
      weight REAL, height INTEGER,
      state TEXT NOT NULL CHECK (state IN ('fresh', 'dried')),
      only INTEGER NOT NULL CHECK (only = 1),
      notes TEXT CHECK (json_valid(notes)),
      twice REAL GENERATED ALWAYS AS (weight * 2) VIRTUAL,
      picture BLOB NOT NULL
    ) STRICT;
    ALTER TABLE tea_leaf ADD COLUMN extra ANY;`)
  expect(rows).toBe(`export interface TeaLeafRow {
  /** as given */
  id: string
  /** Grams, when they are known. */
  weight: number | null
  height: number | null
  state: 'fresh' | 'dried'
  only: 1
  notes: Json | null
  twice: number | null
  picture: Buffer
  extra: number | string | Buffer | null
}
`)
})

test('a table that is not STRICT has no row type: its values may be of any type', () => {
  expect(() => rowsOf('CREATE TABLE leaf (id TEXT PRIMARY KEY)')).toThrow('leaf is not STRICT')
})

test('the tables behind a full-text index are its own', () => {
  expect(
    rowsOf('CREATE VIRTUAL TABLE leaf_text USING fts5 (words); CREATE TABLE leaf (id TEXT) STRICT'),
  ).toBe('export interface LeafRow {\n  id: string | null\n}\n')
})
