import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextInOrder } from '../../catalog/search/item-order.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

let database: ReturnType<typeof openTemporaryDatabase>
beforeAll(() => {
  database = openTemporaryDatabase(2)
})
afterAll(() => database[Symbol.dispose]())

const plan = (sql: string): string[] =>
  database.db
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail)

const page = 'ORDER BY item.updated_at, item.id LIMIT 100 OFFSET 900000'

test.each([
  [
    'a deep page of all items',
    `SELECT item.seq FROM item ${page}`,
    ['SCAN item USING COVERING INDEX item_by_updated'],
  ],
  [
    'a piece of the whole order',
    nextInOrder.replace('(?, ?)', "(5, 'a')"),
    ['SEARCH item USING COVERING INDEX item_by_updated ((updated_at,id)>(?,?))'],
  ],
  [
    'a page since a day',
    `SELECT item.seq FROM item WHERE item.updated_at >= 5 AND item.updated_at <= 9 ${page}`,
    ['SEARCH item USING COVERING INDEX item_by_updated (updated_at>? AND updated_at<?)'],
  ],
  [
    'a page of a brand since a day',
    `SELECT item.seq FROM item WHERE item.brand_id IN ('b') AND item.updated_at >= 5 ${page}`,
    ['SEARCH item USING COVERING INDEX item_by_brand (brand_id=? AND updated_at>?)'],
  ],
  [
    'a page of a manufacturer',
    `SELECT item.seq FROM item WHERE item.manufacturer_id IN ('m') ${page}`,
    ['SEARCH item USING COVERING INDEX item_by_manufacturer (manufacturer_id=?)'],
  ],
  [
    'verified items',
    `SELECT item.seq FROM item WHERE item.verified = 1 ${page}`,
    ['SCAN item USING COVERING INDEX item_verified'],
  ],
  [
    'a code',
    "SELECT item FROM item_code WHERE gtin14 = '00034000123834'",
    ['SEARCH item_code USING COVERING INDEX item_code_by_gtin (gtin14=?)'],
  ],
  [
    'an item by identifier',
    "SELECT name FROM item WHERE id = 'a'",
    ['SEARCH item USING INDEX sqlite_autoindex_item_1 (id=?)'],
  ],
  [
    'the bodies of a page',
    "SELECT body FROM json_each('[1]') AS hit CROSS JOIN item_document ON item_document.seq = hit.value ORDER BY hit.key",
    [
      'SCAN hit VIRTUAL TABLE INDEX 1:',
      'SEARCH item_document USING INTEGER PRIMARY KEY (rowid=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ],
  ],
  [
    'the whole catalog by brand',
    'SELECT brand_id, count(*) FROM item GROUP BY brand_id',
    ['SCAN item USING COVERING INDEX item_by_brand'],
  ],
  [
    'rows by brand',
    'SELECT seq FROM item ORDER BY manufacturer_id',
    ['SCAN item USING COVERING INDEX item_by_manufacturer'],
  ],
  [
    'a window of a lookup list',
    "SELECT id, name FROM lookup WHERE kind = 'brand' ORDER BY name, id LIMIT 50 OFFSET 10",
    ['SEARCH lookup USING COVERING INDEX lookup_by_name (kind=?)'],
  ],
])('%s is answered by an index', (_what, sql, expected) => {
  expect(plan(sql)).toEqual(expected)
})

test('a removed item takes its codes, media and parties along', () => {
  const { db } = database
  db.exec(`
    INSERT INTO item VALUES (1, 'a', x'', 'P', 'n', '', '', '', '', '', 0, '', 0, 0);
    INSERT INTO item_code VALUES (1, 0, NULL, 'c', 't');
    INSERT INTO item_party VALUES ('brand', 'b', 1, 'n');
    INSERT INTO medium VALUES (1, 0, '', '', '', '', '', '', '');
    DELETE FROM item;`)
  for (const table of ['item_code', 'item_party', 'medium']) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  }
})
