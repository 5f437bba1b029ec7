import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

describe('step 10, history', () => {
  test('a range does not end before it begins, and the fields of a change are JSON', () => {
    using database = openTemporaryDatabase(10)
    const { db } = database
    expect(() => db.exec('INSERT INTO item_arrival VALUES (2, 1, NULL, 0)')).toThrow(/CHECK/)
    expect(() => db.exec("INSERT INTO item_change VALUES (1, 1, NULL, 0, 'x', x'00')")).toThrow(/CHECK/)
  })

  test('an origin is there once, and an earlier version goes with its change', () => {
    using database = openTemporaryDatabase(10)
    const { db } = database
    db.exec("INSERT INTO item_origin VALUES (1, 'sync', 'a')")
    expect(() => db.exec("INSERT INTO item_origin VALUES (2, 'sync', 'a')")).toThrow(/UNIQUE/)
    db.exec(`INSERT INTO item_change VALUES (1, 1, 1, 0, '[]', x'00');
             INSERT INTO item_earlier VALUES (1, NULL, 1, x'00');
             DELETE FROM item_change;`)
    expect(db.prepare('SELECT count(*) FROM item_earlier').pluck().get()).toBe(0)
  })
})
