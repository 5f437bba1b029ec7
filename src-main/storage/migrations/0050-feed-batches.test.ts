import { expect, test } from 'vitest'
import { outboxReader } from '../../feeds/outbox/store/outbox-reader.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('feeds from before stand alone, held by nobody, and are found by what happened to them', () => {
  using database = openTemporaryDatabase(30)
  const { db } = database
  const insert = db.prepare(
    `INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
     VALUES (?, 'create', ?, 3, '', ?, 1, ?, 1, 2)`,
  )
  for (const [id, state] of [
    ['f1', 'queued'],
    ['f2', 'failed'],
  ])
    insert.run(id, `Tea ${id}`, id, state)
  db.exec(
    `INSERT INTO feed_event VALUES ('f2', 1, 5, NULL, 'queued', 'Queued'), ('f2', 2, 6, 'refuse', 'failed', 'Turned down by the gate')`,
  )
  migrate(db)
  const reader = outboxReader.open({ db })
  const entries = reader.entries({ offset: 0, limit: 9 })
  expect(entries.entries.map(({ feed }) => feed?.id)).toEqual(['f2', 'f1'])
  expect(reader.nextToSend(10, 0).feed?.row.id).toBe('f1')
  expect(reader.entries({ text: 'the gate', offset: 0, limit: 9 }).total).toBe(1)
  expect(reader.detail('f2')?.events.at(-1)).toMatchObject({ message: 'Turned down by the gate' })
  expect(() => db.exec("UPDATE feed SET batch = 'none' WHERE id = 'f1'")).toThrow(/FOREIGN KEY/)
})
