import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../schema/migrate.ts'
import { migrations } from './index.ts'

test('counts the items of earlier steps, and names no account for them', () => {
  using database = openTemporaryDatabase(migrations.filter(({ number }) => number < 91))
  const { db } = database
  db.exec(`
    INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES ('d', 'create', 'Draft', 1, 1);
    INSERT INTO draft_step VALUES
      ('d', 1, 'Typed', 1, '[{"key":1,"at":["value","a"]},{"key":1,"at":["value","b"]},{"key":2,"at":[]}]', NULL),
      ('d', 2, 'Renamed', 1, '[{"head":"name","before":"a","after":"b"}]', NULL);
  `)
  migrate(db)
  expect(db.prepare('SELECT number, items, made_by, undoes, kept FROM draft_step').all()).toEqual([
    { number: 1, items: 2, made_by: '', undoes: null, kept: null },
    { number: 2, items: 0, made_by: '', undoes: null, kept: null },
  ])
})
