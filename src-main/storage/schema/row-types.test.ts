import { expect, test } from 'vitest'
import { rowTypes } from './row-types.ts'

const rowsOf = (sql: string): string => {
  const text = rowTypes((db) => void db.exec(sql))
  return text.slice(text.indexOf('export interface'))
}

test('derives a row type from types, nulls, checks, comments and added columns', () => {
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

test('rejects a table that is not STRICT', () => {
  expect(() => rowsOf('CREATE TABLE leaf (id TEXT PRIMARY KEY)')).toThrow('leaf is not STRICT')
})

test('omits the internal tables of a full-text index', () => {
  expect(
    rowsOf('CREATE VIRTUAL TABLE leaf_text USING fts5 (words); CREATE TABLE leaf (id TEXT) STRICT'),
  ).toBe('export interface LeafRow {\n  id: string | null\n}\n')
})
