import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

describe('step 4, outbox', () => {
  const feed = `INSERT INTO feed (id, kind, name, body, bytes, sha256, idempotency_key, item_count, state, posted_by,
    posted_key, created_at, updated_at) VALUES (?, 'create', '', x'00', 1, '', ?, 1, 'queued', 'user', ?, 0, 0)`

  test('a key belongs to one feed, whether ours or a poster’s; feeds posted without one do not meet', () => {
    using database = openTemporaryDatabase(4)
    const insert = database.db.prepare(feed)
    insert.run('a', 'k1', 'p1')
    insert.run('b', 'k2', null)
    insert.run('c', 'k3', null)
    expect(() => insert.run('d', 'k1', null)).toThrow(/UNIQUE/)
    expect(() => insert.run('d', 'k4', 'p1')).toThrow(/UNIQUE/)
  })

  test('events, codes and results belong to a feed that is there; the outbox has one row', () => {
    using database = openTemporaryDatabase(4)
    const { db } = database
    expect(() => db.exec("INSERT INTO feed_event VALUES ('none', 1, 0, NULL, 'queued', '')")).toThrow(
      /FOREIGN KEY/,
    )
    expect(() => db.exec("INSERT INTO feed_code VALUES ('none', 0, '1')")).toThrow(/FOREIGN KEY/)
    expect(() => db.exec("INSERT INTO feed_result VALUES ('none', 0, '', '', '[]')")).toThrow(/FOREIGN KEY/)
    expect(() => db.exec('INSERT INTO outbox (only) VALUES (2)')).toThrow(/CHECK/)
    expect(db.prepare('SELECT paused FROM outbox').pluck().all()).toEqual([0])
  })

  test.each([
    ['the next to send', "SELECT id FROM feed WHERE state = 'queued' ORDER BY sequence", /INDEX feed_state/],
    ['feeds about an item', "SELECT feed FROM feed_code WHERE code = '1'", /INDEX feed_code_code/],
    [
      'by the service’s identifier',
      "SELECT id FROM feed WHERE upstream_feed_id = 'u'",
      /INDEX feed_upstream/,
    ],
    [
      'by a poster’s key',
      "SELECT id FROM feed WHERE posted_by = 'u' AND posted_key = 'k'",
      /INDEX feed_posted_key/,
    ],
    [
      'a poster’s newest',
      "SELECT id FROM feed WHERE posted_by = 'u' ORDER BY sequence DESC LIMIT 1",
      /INDEX feed_posted_by/,
    ],
    ['the drafts', 'SELECT id FROM draft ORDER BY updated_at DESC', /INDEX draft_updated/],
  ])('%s: found without a scan or a sort', (_name, query, expected) => {
    using database = openTemporaryDatabase(4)
    const plan = database.db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all()
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(expected)
    expect(details).not.toMatch(/TEMP B-TREE/)
  })
})
