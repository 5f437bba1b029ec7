import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('feeds from before keep their payloads to the byte; those that others wait for are known', () => {
  using database = openTemporaryDatabase(17)
  const { db } = database
  const insert = db.prepare(
    `INSERT INTO feed (id, kind, name, body, bytes, sha256, idempotency_key, item_count, state, next_at, created_at,
       updated_at) VALUES (?, 'create', 'Tea', ?, 3, '', ?, 1, ?, 7, 1, 2)`,
  )
  const states = ['done', 'queued', 'uncertain', 'failed', 'withdrawn', 'processing']
  states.forEach((state, index) => {
    insert.run(state, Buffer.from([0, 0xff, index]), state, state)
    db.prepare('INSERT INTO feed_code VALUES (?, ?, ?, NULL)').run(state, 0, '7')
    db.prepare('INSERT INTO feed_code VALUES (?, ?, ?, NULL)').run(state, 1, '7')
    db.prepare("INSERT INTO feed_event VALUES (?, 1, 0, NULL, 'queued', '')").run(state)
  })
  migrate(db, { through: 18 })
  const bodies = db
    .prepare('SELECT id, body FROM feed JOIN feed_body ON feed = sequence ORDER BY sequence')
    .all()
  expect(bodies).toEqual(states.map((id, index) => ({ id, body: Buffer.from([0, 0xff, index]) })))
  expect(db.prepare('SELECT state, next_at, updated_at FROM feed WHERE id = ?').get('queued')).toEqual({
    state: 'queued',
    next_at: 7,
    updated_at: 2,
  })
  expect(db.prepare('SELECT code, feed FROM open_feed_code').all()).toEqual([
    { code: '7', feed: 2 },
    { code: '7', feed: 3 },
    { code: '7', feed: 6 },
  ])
  expect(db.prepare('SELECT count(*) FROM feed_event').pluck().get()).toBe(states.length)
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(() => db.exec("INSERT INTO feed_body VALUES (99, x'')")).toThrow(/FOREIGN KEY/)
})
