import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('what is absent stays so; which run found it is not known of before', () => {
  using database = openTemporaryDatabase(13)
  const { db } = database
  db.exec("INSERT INTO item_document (seq, received_at, outline, body) VALUES (3, 5, x'', x'')")
  db.exec('INSERT INTO item_absence VALUES (3, 5)')
  migrate(db, { through: 14 })
  expect(db.prepare('SELECT * FROM item_absence').all()).toEqual([{ item: 3, since: 5 }])
  expect(db.prepare('SELECT count(*) FROM item_gone').pluck().get()).toBe(0)
})
