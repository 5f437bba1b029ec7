import { expect, test } from 'vitest'
import { outboxReader } from '../../feeds/outbox/store/outbox-reader.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('feeds of before are found by folded words of their names and events', () => {
  using database = openTemporaryDatabase(82)
  const { db } = database
  db.exec(`
    INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
      VALUES ('f1', 'create', 'Frühjahr Δοκιμή', 0, '', 'k', 1, 'queued', 0, 0);
    INSERT INTO outbox_trail (words, feed) SELECT 'The service says: Größe überschritten', sequence FROM feed`)
  migrate(db)
  const reader = outboxReader.open({ db })
  const found = (text: string) => reader.list({ text, offset: 0, limit: 9 }).feeds.map(({ id }) => id)
  for (const text of ['FRUHJAHR', 'δοκιμη', 'grosse', 'ÜBERSCHR']) expect(found(text), text).toEqual(['f1'])
  expect(found('herbst')).toEqual([])
  expect(db.prepare('SELECT count(*) FROM outbox_trail').pluck().get()).toBe(1)
})
