import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

describe('step 5, received feeds', () => {
  const feed = `INSERT INTO received_feed (id, kind, username, idempotency_key, body, body_hash, state, items, received_at)
    VALUES (?, 'create', 'user', ?, x'00', x'00', 'RECEIVED', 1, 0)`

  test('a key belongs to one feed of a user, and feeds without a key do not meet', () => {
    using database = openTemporaryDatabase(5)
    const insert = database.db.prepare(feed)
    insert.run('a', 'key')
    insert.run('b', null)
    insert.run('c', null)
    expect(() => insert.run('d', 'key')).toThrow(/UNIQUE/)
  })

  test('a feed takes its items with it', () => {
    using database = openTemporaryDatabase(5)
    const { db } = database
    const { lastInsertRowid } = db.prepare(feed).run('a', null)
    db.prepare(
      "INSERT INTO received_feed_item (feed, position, product_code, status) VALUES (?, 0, '', 'INPROGRESS')",
    ).run(lastInsertRowid)
    db.exec('DELETE FROM received_feed')
    expect(db.prepare('SELECT count(*) FROM received_feed_item').pluck().get()).toBe(0)
  })

  test.each([
    [
      'the queue',
      `SELECT id FROM received_feed WHERE state IN ('RECEIVED', 'INPROGRESS') ORDER BY seq LIMIT 1`,
      /USING.* INDEX received_feed_open/,
    ],
    [
      'the waiting items of a feed',
      'SELECT payload FROM received_feed_payload WHERE feed = 1 ORDER BY position LIMIT 1',
      /received_feed_payload USING PRIMARY KEY \(feed=\?\)/,
    ],
    [
      'a window of a feed',
      'SELECT status FROM received_feed_item WHERE feed = 1 AND position >= 0 AND position < 100 ORDER BY position',
      /PRIMARY KEY \(feed=\? AND position>\? AND position<\?\)/,
    ],
    [
      'the counters',
      'SELECT status, count(*) FROM received_feed_item WHERE feed = 1 GROUP BY status',
      /COVERING INDEX received_feed_item_status/,
    ],
    [
      'a key',
      `SELECT id FROM received_feed WHERE username = 'user' AND idempotency_key = 'key'`,
      /INDEX received_feed_key/,
    ],
  ])('%s is found without a scan or a sort', (_name, query, expected) => {
    using database = openTemporaryDatabase(5)
    const plan = database.db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all()
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(expected)
    expect(details).not.toMatch(/TEMP B-TREE/)
  })
})
