import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../schema/migrate.ts'
import { migrations } from './index.ts'

test('items that were checked are checked again', () => {
  using database = openTemporaryDatabase(migrations.filter(({ number }) => number < 93))
  const { db } = database
  db.exec(`
    INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES ('d', 'create', 'Draft', 1, 1);
    INSERT INTO draft_item (draft, key, value, checked_revision) VALUES ('d', 1, '{}', 1), ('d', 2, '{}', -3);
  `)
  migrate(db)
  expect(db.prepare('SELECT checked_revision, is_checked FROM draft_item ORDER BY key').raw().all()).toEqual([
    [-1, 0],
    [-4, 0],
  ])
})
