import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('drafts and feeds from before are as they were: nothing was said of them, and no name is known', () => {
  using database = openTemporaryDatabase(31)
  const { db } = database
  db.exec("INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES ('d', 'create', 'Tea', 1, 1)")
  db.exec(`INSERT INTO draft_problem (draft, key, number, code, path, field, severity, message)
    VALUES ('d', 1, 0, 'missing', 'brand', 'brand', 'error', 'The brand is missing.')`)
  db.exec(`INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
    VALUES ('f', 'create', 'Tea', 0, '', 'k', 1, 'queued', 1, 1)`)
  db.exec("INSERT INTO feed_code (feed, position, code) VALUES ('f', 0, '00036000291452')")
  migrate(db)
  expect(db.prepare('SELECT message, feed FROM draft_problem').get()).toEqual({
    message: 'The brand is missing.',
    feed: null,
  })
  expect(db.prepare('SELECT code, title FROM feed_code').get()).toEqual({
    code: '00036000291452',
    title: null,
  })
  expect(db.prepare('SELECT count(*) FROM draft_remark').pluck().get()).toBe(0)
})
