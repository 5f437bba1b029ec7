import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('what was released before is known to be on its way again, and holds up no feed', () => {
  using database = openTemporaryDatabase(23)
  const { db } = database
  const insert = db.prepare(
    `INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
     VALUES (?, 'create', 'Tea', 3, '', ?, 1, ?, 1, 2)`,
  )
  for (const state of ['uncertain', 'queued', 'done']) {
    insert.run(state, state, state)
    db.prepare('INSERT INTO feed_code VALUES (?, 0, ?, NULL)').run(state, '7')
  }
  db.exec("INSERT INTO open_feed_code VALUES ('7', 2)")
  migrate(db, { through: 29 })
  expect(db.prepare('SELECT feed, released FROM open_feed_code').all()).toEqual([
    { feed: 1, released: 1 },
    { feed: 2, released: 0 },
  ])
})
