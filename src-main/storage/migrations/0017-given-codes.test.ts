import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('feeds from before keep their codes; how they were written is not known', () => {
  using database = openTemporaryDatabase(14)
  const { db } = database
  db.exec(`INSERT INTO feed (id, kind, name, body, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
    VALUES ('f', 'create', 'Tea', x'', 0, '', 'k', 1, 'queued', 1, 1)`)
  db.exec("INSERT INTO feed_code VALUES ('f', 0, '00036000291452')")
  migrate(db, { through: 17 })
  expect(db.prepare('SELECT code, given FROM feed_code').all()).toEqual([
    { code: '00036000291452', given: null },
  ])
})
