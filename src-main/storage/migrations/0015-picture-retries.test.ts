import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('an address that was given up before may be tried again at once', () => {
  using database = openTemporaryDatabase(14)
  const { db } = database
  db.exec(`INSERT INTO picture (address, attempts, error, changed_at) VALUES ('d', 3, 'gone', 8)`)
  migrate(db, { through: 15 })
  expect(db.prepare('SELECT retry_at, failed_item, failed_record FROM picture').get()).toEqual({
    retry_at: null,
    failed_item: null,
    failed_record: null,
  })
})

test('what goes first is still found in the order of use without reading rows', () => {
  using database = openTemporaryDatabase(15)
  const [plan] = database.db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT sha256, bytes + thumbnail_bytes + preview_bytes AS bytes FROM picture_file
       WHERE used_at < 5 ORDER BY used_at, bytes`,
    )
    .all()
  expect(plan?.detail).toMatch(/^SEARCH picture_file USING COVERING INDEX picture_file_by_use/)
})
