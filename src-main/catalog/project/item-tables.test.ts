import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openItemText } from './item-tables.ts'

test('the index that a rebuild makes is made as the first one was', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const made = (table: string) => {
    const sql = db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(table)
    return {
      columns: sql?.replace(/^[^(]*/, '').replaceAll(/\s+/g, ' '),
      settings: db.prepare(`SELECT k, v FROM ${table}_config ORDER BY k`).all(),
    }
  }
  const first = made('item_text')
  const text = openItemText(db)
  text.next.create()
  expect(made('item_text_next')).toEqual(first)
  text.next.takePlace()
  expect(made('item_text')).toEqual(first)
})
