import { expect, test } from 'vitest'
import { openItemText } from '../../catalog/project/item-tables.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

test('an index made by a rebuild is made as the first one was', () => {
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

test('there is one rebuild at most to be told of', () => {
  using database = openTemporaryDatabase()
  expect(() => database.db.exec("INSERT INTO rebuild VALUES (2, 'running', 0, 0, 0, 0, 0, NULL)")).toThrow(
    /CHECK/,
  )
})
