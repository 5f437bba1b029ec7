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
