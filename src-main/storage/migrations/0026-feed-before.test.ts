import { expect, test } from 'vitest'
import { followedFeeds } from '../../feeds/outbox/store/feed-row.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('feeds from before are asked about as before, and nothing is known of what came before them', () => {
  using database = openTemporaryDatabase(23)
  const { db } = database
  const insert = db.prepare(
    `INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, next_at, created_at,
       updated_at) VALUES (?, 'create', 'Tea', 3, '', ?, 1, ?, 7, 1, 2)`,
  )
  for (const state of ['done', 'queued', 'uncertain', 'acknowledged']) insert.run(state, state, state)
  migrate(db, { through: 26 })
  insert.run('turned away', 'turned away', 'looked-for')
  expect(db.prepare(`SELECT id FROM ${followedFeeds} ORDER BY sequence`).pluck().all()).toEqual([
    'uncertain',
    'acknowledged',
    'turned away',
  ])
  expect(db.prepare('SELECT count(*) FROM feed WHERE sending IS NOT NULL').pluck().get()).toBe(0)
  expect(() => db.exec("INSERT INTO feed_before (feed, view, rivals) VALUES (99, '{}', '[]')")).toThrow(
    /FOREIGN KEY/,
  )
})
