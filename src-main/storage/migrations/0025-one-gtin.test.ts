import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('items that share a GTIN from before stay; from now on a sandbox has each once', () => {
  using database = openTemporaryDatabase(23)
  const { db } = database
  db.exec(`
    INSERT INTO setting VALUES ('role', '"sandbox"');
    INSERT INTO received_feed (id, kind, username, body, body_hash, state, items, received_at)
      VALUES ('f', 'update', 'u', x'00', x'00', 'RECEIVED', 1, 0);
    INSERT INTO received_feed_payload VALUES (1, 0, '{}');
  `)
  const item = db.prepare(
    `INSERT INTO item (seq, id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at,
       updated, created_at, verified) VALUES (?, ?, x'00', '', '', '', '', '', '', '', 0, '', 0, 0)`,
  )
  const code = db.prepare('INSERT INTO item_code (item, position, gtin14, code, type) VALUES (?, ?, ?, ?, ?)')
  const put = (seq: number, gtin: string | null, type = 'GTIN') => code.run(seq, 0, gtin, gtin ?? 'x', type)
  for (let seq = 1; seq <= 5; seq += 1) item.run(seq, String(seq))
  put(1, 'a')
  put(2, 'a')
  put(3, 'b')
  put(4, 'b', 'SKU')
  migrate(db, { through: 25 })
  expect(db.prepare('SELECT gtin14 FROM shared_gtin').pluck().all()).toEqual(['a'])
  expect(db.prepare('SELECT upc FROM received_feed').pluck().all()).toEqual([''])
  expect(db.prepare('SELECT payload, twin FROM received_feed_payload').all()).toEqual([
    { payload: '{}', twin: null },
  ])
  expect(() => put(5, 'b')).toThrow(/another item has this GTIN/)
  // What came before can be written again, and so can everything in a rebuild.
  db.exec('DELETE FROM item_code WHERE item = 1')
  put(1, 'a')
  db.exec(`INSERT INTO rebuild VALUES (1, 'running', 0, 5, 0, 0, 0, NULL)`)
  put(5, 'b')
  expect(db.prepare('SELECT count(*) FROM item_code').pluck().get()).toBe(5)
})
