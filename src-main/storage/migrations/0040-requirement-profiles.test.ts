import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('a workspace of before has room for profiles, which are JSON', () => {
  using database = openTemporaryDatabase(30)
  const { db } = database
  migrate(db, { through: 40 })
  const insert = db.prepare("INSERT INTO requirement_profile VALUES ('a', ?, 0, 0)")
  expect(() => insert.run('no JSON')).toThrow('CHECK')
  insert.run('{"name":"Shelf"}')
  expect(db.prepare('SELECT id FROM requirement_profile').pluck().all()).toEqual(['a'])
})
