import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../schema/migrate.ts'
import { migrations } from './index.ts'

test('no score of an earlier version is valid, and no feed is compared', () => {
  using database = openTemporaryDatabase(migrations.filter(({ number }) => number < 94))
  const { db } = database
  migrate(db)
  expect(db.prepare('SELECT generation, basis, scanned, as_of FROM item_score_state').all()).toEqual([
    { generation: 0, basis: '', scanned: -1, as_of: '' },
  ])
  expect(db.prepare('SELECT count(*) FROM feed_shown').pluck().get()).toBe(0)
})
