import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openItemText } from './item-tables.ts'

test('creates the index of a rebuild with the same definition as the first one', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const definitionOf = (table: string) => {
    const sql = db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(table)
    return {
      columns: sql?.replace(/^[^(]*/, '').replaceAll(/\s+/g, ' '),
      settings: db.prepare(`SELECT k, v FROM ${table}_config ORDER BY k`).all(),
    }
  }
  const first = definitionOf('item_text')
  const text = openItemText(db)
  text.next.create()
  expect(definitionOf('item_text_next')).toEqual(first)
  text.next.takePlace()
  expect(definitionOf('item_text')).toEqual(first)
})
