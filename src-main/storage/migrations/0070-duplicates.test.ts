import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('a workspace of before has room for signs of pictures, and for pairs in one order', () => {
  using database = openTemporaryDatabase(64)
  const { db } = database
  migrate(db, { through: 70 })
  const mark = db.prepare('INSERT INTO not_duplicates VALUES (?, ?, 0)')
  mark.run('a', 'b')
  expect(() => mark.run('b', 'a')).toThrow('CHECK')
  const signs = db.prepare("INSERT INTO picture_signs VALUES ('s', ?)")
  expect(() => signs.run(Buffer.alloc(7))).toThrow('CHECK')
  signs.run(Buffer.alloc(8))
  expect(db.prepare('SELECT count(*) FROM picture_signs').pluck().get()).toBe(1)
})
