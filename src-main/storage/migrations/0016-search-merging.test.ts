import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

test('eight segments of the full-text index add up before they are merged', () => {
  using database = openTemporaryDatabase(16)
  const { db } = database
  const segments = () => db.prepare('SELECT count(DISTINCT segid) FROM item_text_idx').pluck().get()
  const insert = db.prepare(
    "INSERT INTO item_text (rowid, name, brand, text, code) VALUES (?, 'oat', '', '', '')",
  )
  for (let row = 1; row <= 7; row++) insert.run(row)
  expect(segments()).toBe(7)
  for (let row = 8; row <= 100; row++) insert.run(row)
  expect(segments()).toBeLessThan(20)
  expect(db.prepare("SELECT count(*) FROM item_text WHERE item_text MATCH 'oat'").pluck().get()).toBe(100)
})
