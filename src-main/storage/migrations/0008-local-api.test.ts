import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

describe('step 8, local-api', () => {
  test('the default user is there, without a hash', () => {
    using database = openTemporaryDatabase(8)
    expect(database.db.prepare('SELECT username, salt, hash, daily_item_limit FROM api_user').all()).toEqual([
      { username: 'desk', salt: null, hash: null, daily_item_limit: null },
    ])
  })

  test('a hash has its salt, a limit is not negative', () => {
    using database = openTemporaryDatabase(8)
    const { db } = database
    expect(() => db.exec("INSERT INTO api_user VALUES ('a', NULL, x'00', NULL, 0)")).toThrow(/CHECK/)
    expect(() => db.exec("INSERT INTO api_user VALUES ('a', NULL, NULL, -1, 0)")).toThrow(/CHECK/)
  })

  test('Content+ ends with the last item, and not before', () => {
    using database = openTemporaryDatabase(8)
    const { db } = database
    for (const seq of [1, 2])
      db.exec(`INSERT INTO item_document (seq, received_at, outline, body) VALUES (${seq}, 0, x'', x'')`)
    db.exec("INSERT INTO retailer_content VALUES ('a', 'r1', x'', 0), ('b', 'r1', x'', 0)")
    const kept = db.prepare('SELECT count(*) FROM retailer_content').pluck()
    db.exec('DELETE FROM item_document WHERE seq = 1')
    expect(kept.get()).toBe(2)
    db.exec('DELETE FROM item_document')
    expect(kept.get()).toBe(0)
  })

  test('what was counted before stays counted, with no requests', () => {
    using database = openTemporaryDatabase(7)
    const { db } = database
    db.exec("INSERT INTO api_usage VALUES ('desk', '2026-01-01', 12)")
    migrate(db, { through: 8 })
    expect(db.prepare('SELECT * FROM api_usage').all()).toEqual([
      { username: 'desk', day: '2026-01-01', items: 12, requests: 0 },
    ])
  })
})
