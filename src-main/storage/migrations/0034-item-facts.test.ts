import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

const rebuilds = 'SELECT state, through, last FROM rebuild'

test('items of before are looked at by a rebuild; searches go on in the present index meanwhile', () => {
  using database = openTemporaryDatabase(31)
  const { db } = database
  db.exec(`
    INSERT INTO item_document (seq, received_at, outline, body) VALUES (3, 0, x'', x'');
    INSERT INTO item_text (rowid, name) VALUES (3, 'oat drink')`)
  migrate(db, { through: 34 })
  expect(db.prepare(rebuilds).all()).toEqual([{ state: 'running', through: 0, last: 3 }])
  expect(db.prepare("SELECT rowid FROM item_text WHERE item_text MATCH 'oa*'").pluck().all()).toEqual([3])
  db.exec("INSERT INTO item_text_next (rowid, name) VALUES (3, 'oat drink')")
  expect(
    db.prepare("SELECT rowid FROM item_text_next WHERE item_text_next MATCH 'oa*'").pluck().all(),
  ).toEqual([3])
})

test('an empty workspace has nothing to rebuild', () => {
  using database = openTemporaryDatabase()
  expect(database.db.prepare(rebuilds).all()).toEqual([])
  const shape = database.db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'item_text'").pluck().get()
  expect(shape).toContain("prefix = '1 2'")
})
