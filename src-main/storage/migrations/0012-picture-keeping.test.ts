import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('files that were kept before are known, each once, used last when they came', () => {
  using database = openTemporaryDatabase(11)
  const { db } = database
  db.exec(`
    INSERT INTO picture (address, sha256, mime_type, width, height, bytes, changed_at) VALUES
      ('a', 'one', 'image/png', 1, 1, 100, 5), ('b', 'one', 'image/png', 1, 1, 100, 7), ('c', 'two', 'image/png', 1, 1, 30, 6);
    INSERT INTO picture (address, attempts, error, changed_at) VALUES ('d', 1, 'gone', 8)`)
  migrate(db, { through: 12 })
  expect(db.prepare('SELECT * FROM picture_file ORDER BY sha256').all()).toEqual([
    { sha256: 'one', bytes: 100, used_at: 7 },
    { sha256: 'two', bytes: 30, used_at: 6 },
  ])
})

test('the files that go first, what was left out and what failed are each found through an index', () => {
  using database = openTemporaryDatabase(12)
  const plan = (sql: string): string =>
    database.db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ')
  expect(plan('SELECT sha256, bytes FROM picture_file WHERE used_at < 5 ORDER BY used_at')).toMatch(
    /^SEARCH picture_file USING COVERING INDEX picture_file_by_use [^;]*$/,
  )
  expect(plan('SELECT count(*) FROM picture WHERE left_out = 1')).toContain('picture_left_out')
  expect(
    plan('SELECT error FROM picture WHERE error IS NOT NULL ORDER BY changed_at DESC LIMIT 1'),
  ).toContain('picture_failed')
})
