import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('a draft of before keeps its name, as one that a person gave', () => {
  using database = openTemporaryDatabase(75)
  const { db } = database
  db.exec(`INSERT INTO draft (id, kind, name, is_template, created_at, updated_at)
    VALUES ('d', 'update', 'Tea and 5 more', 0, 0, 0)`)
  migrate(db, { through: 76 })
  expect(db.prepare('SELECT name, made_name FROM draft').all()).toEqual([
    { name: 'Tea and 5 more', made_name: null },
  ])
})
