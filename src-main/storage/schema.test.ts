import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nextInOrder } from '../catalog/search/order/item-order.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import type { Database } from './store.ts'

/** The effects of constraints, triggers and indexes. Each test runs in a transaction that is rolled back. */
let database: ReturnType<typeof openTemporaryDatabase>
let db: Database
beforeAll(() => {
  database = openTemporaryDatabase()
  db = database.db
})
afterAll(() => database[Symbol.dispose]())
beforeEach(() => void db.exec('BEGIN'))
afterEach(() => void db.exec('ROLLBACK'))

const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
/** Inserts a row with the given values; other required columns get 0 or an empty value. */
function insert(table: string, given: Record<string, unknown> = {}): number {
  const columns = db
    .prepare<[string], { name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info(?) WHERE "notnull" = 1 AND dflt_value IS NULL`,
    )
    .all(table)
  const empty: Record<string, unknown> = { INTEGER: 0, TEXT: '', BLOB: Buffer.alloc(0) }
  const row = { ...Object.fromEntries(columns.map(({ name, type }) => [name, empty[type]])), ...given }
  const names = Object.keys(row)
  const { lastInsertRowid } = db
    .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`)
    .run(row)
  return Number(lastInsertRowid)
}

describe('constraints reject', () => {
  const timeless = { started_at: 0 }
  const cases: [string, string, Record<string, unknown>, RegExp][] = [
    ['a setting that is not JSON', 'setting', { key: 'a', value: 'x' }, /CHECK/],
    ['a second rebuild', 'rebuild', { only: 2, state: 'running' }, /CHECK/],
    ['a range of arrivals that ends before its start', 'item_arrival', { first: 2, last: 1 }, /CHECK/],
    ['fields of a change that are not JSON', 'item_change', { fields: 'x' }, /CHECK/],
    ['a profile that is not JSON', 'requirement_profile', { id: 'a', content: 'x' }, /CHECK/],
    ['a pair in the wrong order', 'not_duplicates', { one: 'b', other: 'a' }, /CHECK/],
    ['a pair of one item', 'not_duplicates', { one: 'a', other: 'a' }, /CHECK/],
    ['a picture hash of the wrong length', 'picture_signs', { sha256: 's', signs: Buffer.alloc(7) }, /CHECK/],
    ['a second watermark', 'sync_watermark', { only: 2 }, /CHECK/],
    ['a checkpoint that is not JSON', 'sync_run', { ...timeless, checkpoint: 'x' }, /CHECK/],
    ['a seen item of a missing run', 'sync_seen', { run: 9 }, /FOREIGN KEY/],
    ['an event of a missing feed', 'feed_event', { feed: 'none', sequence: 1 }, /FOREIGN KEY/],
    ['a code of a missing feed', 'feed_code', { feed: 'none' }, /FOREIGN KEY/],
    ['a result of a missing feed', 'feed_result', { feed: 'none', problems: '[]' }, /FOREIGN KEY/],
    ['a body of a missing feed', 'feed_body', { feed: 99 }, /FOREIGN KEY/],
    [
      'a catalog view of a missing feed',
      'feed_before',
      { feed: 99, view: '{}', rivals: '[]' },
      /FOREIGN KEY/,
    ],
    ['a second outbox', 'outbox', { only: 2 }, /CHECK/],
    ['an import in an unknown state', 'import_job', { target: 'catalog', state: 'odd' }, /CHECK/],
    ['an import to an unknown target', 'import_job', { target: 'odd', state: 'running' }, /CHECK/],
    ['a hash without its salt', 'api_user', { username: 'a', hash: Buffer.alloc(1) }, /CHECK/],
    ['a negative limit', 'api_user', { username: 'a', daily_item_limit: -1 }, /CHECK/],
  ]
  test.each(cases)('%s', (_what, table, row, reason) => {
    expect(() => insert(table, row)).toThrow(reason)
  })

  test('a missing batch, at commit', () => {
    insert('feed', { id: 'f', idempotency_key: 'k', batch: 'none' })
    expect(() => db.exec('COMMIT')).toThrow(/FOREIGN KEY/)
  })
})

describe('uniqueness of', () => {
  test('sync runs by identifier, and origins by kind and reference', () => {
    insert('sync_run', { id: 'a', checkpoint: '{}' })
    expect(() => insert('sync_run', { id: 'a', checkpoint: '{}' })).toThrow(/UNIQUE/)
    insert('item_origin', { kind: 'sync', reference: 'a' })
    insert('item_origin', { kind: 'feed', reference: 'a' })
    expect(() => insert('item_origin', { kind: 'sync', reference: 'a' })).toThrow(/UNIQUE/)
  })

  test('feeds by their idempotency key and by the key of their poster, if there is one', () => {
    insert('feed', { id: 'a', idempotency_key: 'k1', posted_by: 'user', posted_key: 'p1' })
    insert('feed', { id: 'b', idempotency_key: 'k2', posted_by: 'user' })
    insert('feed', { id: 'c', idempotency_key: 'k3', posted_by: 'user' })
    expect(() => insert('feed', { id: 'd', idempotency_key: 'k1' })).toThrow(/UNIQUE/)
    const again = { id: 'd', idempotency_key: 'k4', posted_by: 'user', posted_key: 'p1' }
    expect(() => insert('feed', again)).toThrow(/UNIQUE/)
  })

  test('received feeds by the key of their user, if there is one', () => {
    const feed = { kind: 'create', state: 'RECEIVED', username: 'user' }
    insert('received_feed', { ...feed, id: 'a', idempotency_key: 'key' })
    insert('received_feed', { ...feed, id: 'b' })
    insert('received_feed', { ...feed, id: 'c' })
    insert('received_feed', { ...feed, id: 'd', idempotency_key: 'key', username: 'other' })
    expect(() => insert('received_feed', { ...feed, id: 'e', idempotency_key: 'key' })).toThrow(/UNIQUE/)
  })

  test('GTINs in a sandbox, except shared ones and during a rebuild', () => {
    insert('setting', { key: 'role', value: '"sandbox"' })
    insert('shared_gtin', { gtin14: 'a' })
    for (let seq = 1; seq <= 4; seq += 1) insert('item', { seq, id: String(seq) })
    const put = (item: number, position: number, gtin14: string, type = 'GTIN') =>
      insert('item_code', { item, position, gtin14, type })
    put(1, 0, 'a')
    put(2, 0, 'a')
    put(1, 1, 'b')
    put(1, 2, 'b')
    put(2, 1, 'b', 'SKU')
    expect(() => put(3, 0, 'b')).toThrow(/another item has this GTIN/)
    insert('rebuild', { only: 1, state: 'running' })
    put(3, 0, 'b')
  })
})

describe('deleting also deletes', () => {
  const document = (seq: number) => insert('item_document', { seq })

  test('the codes and parties of an item', () => {
    insert('item', { seq: 1, id: 'a' })
    insert('item_code', { item: 1 })
    insert('item_party', { item: 1 })
    db.exec('DELETE FROM item')
    expect([count('item_code'), count('item_party')]).toEqual([0, 0])
  })

  test('the absence and profile of a document, but not those of its projection', () => {
    insert('item', { seq: document(3), id: 'a' })
    insert('item_absence', { item: 3 })
    insert('item_profile', { item: 3 })
    db.exec('DELETE FROM item')
    expect([count('item_absence'), count('item_profile')]).toEqual([1, 1])
    db.exec('DELETE FROM item_document')
    expect([count('item_absence'), count('item_profile')]).toEqual([0, 0])
  })

  test('the Content+ of retailers with the last document only', () => {
    document(1)
    document(2)
    insert('retailer_content', { item: 'a' })
    db.exec('DELETE FROM item_document WHERE seq = 1')
    expect(count('retailer_content')).toBe(1)
    db.exec('DELETE FROM item_document')
    expect(count('retailer_content')).toBe(0)
  })

  test('the earlier version of a change', () => {
    const change = insert('item_change', { fields: '[]' })
    insert('item_earlier', { change })
    db.exec('DELETE FROM item_change')
    expect(count('item_earlier')).toBe(0)
  })

  test('the slices and seen items of a sync run', () => {
    const run = insert('sync_run', { id: 'a', checkpoint: '{}' })
    insert('sync_slice', { run, task: '{}', reading: '{}' })
    insert('sync_seen', { run })
    db.exec('DELETE FROM sync_run')
    expect([count('sync_slice'), count('sync_seen')]).toEqual([0, 0])
  })

  test('the items of a received feed', () => {
    const feed = insert('received_feed', { id: 'a', kind: 'create', state: 'RECEIVED' })
    insert('received_feed_item', { feed })
    insert('received_feed_payload', { feed })
    db.exec('DELETE FROM received_feed')
    expect([count('received_feed_item'), count('received_feed_payload')]).toEqual([0, 0])
  })

  test('the rejected rows of an import, whose number is not reused', () => {
    const job = insert('import_job', { id: 'a', target: 'catalog', state: 'running' })
    insert('import_rejected', { job })
    insert('import_gtin', { job })
    db.exec('DELETE FROM import_job')
    expect([count('import_rejected'), count('import_gtin')]).toEqual([0, 0])
    expect(insert('import_job', { id: 'b', target: 'catalog', state: 'running' })).not.toBe(job)
  })
})

test('creates a workspace with a change number, an outbox and a user without a password', () => {
  expect(db.prepare('SELECT key, value FROM meta ORDER BY key').raw().all()).toEqual([
    ['change_number', 0],
    ['next_item_id', 1],
  ])
  expect(db.prepare('SELECT paused, instance, sendings, service FROM outbox').raw().all()).toEqual([
    [0, null, 0, null],
  ])
  expect(db.prepare('SELECT username, salt, hash, daily_item_limit FROM api_user').raw().all()).toEqual([
    ['desk', null, null, null],
  ])
})

test('merges segments of the full-text index eight at a time', () => {
  const segments = () => db.prepare('SELECT count(DISTINCT segid) FROM item_text_idx').pluck().get()
  const add = db.prepare(
    "INSERT INTO item_text (rowid, name, brand, text, code) VALUES (?, 'oat', '', '', '')",
  )
  // Each commit writes a segment.
  db.exec('COMMIT')
  for (let row = 1; row <= 7; row++) add.run(row)
  expect(segments()).toBe(7)
  for (let row = 8; row <= 100; row++) add.run(row)
  expect(segments()).toBeLessThan(20)
  expect(db.prepare("SELECT count(*) FROM item_text WHERE item_text MATCH 'oat'").pluck().get()).toBe(100)
  db.exec("INSERT INTO item_text (item_text) VALUES ('delete-all'); BEGIN")
})

const page = 'ORDER BY item.updated_at, item.id LIMIT 100 OFFSET 900000'
test.each([
  [
    'a deep page of all items',
    `SELECT item.seq FROM item ${page}`,
    /^SCAN item USING COVERING INDEX item_by_updated$/,
  ],
  [
    'the next items in list order',
    nextInOrder.replace('(?, ?)', "(5, 'a')"),
    /^SEARCH item USING COVERING INDEX item_by_updated \(\(updated_at,id\)>\(\?,\?\)\)$/,
  ],
  [
    'a page since a day',
    `SELECT item.seq FROM item WHERE item.updated_at >= 5 AND item.updated_at <= 9 ${page}`,
    /^SEARCH item USING COVERING INDEX item_by_updated \(updated_at>\? AND updated_at<\?\)$/,
  ],
  [
    'a page of a brand since a day',
    `SELECT item.seq FROM item WHERE item.brand_id IN ('b') AND item.updated_at >= 5 ${page}`,
    /^SEARCH item USING COVERING INDEX item_by_brand \(brand_id=\? AND updated_at>\?\)$/,
  ],
  [
    'a page of a manufacturer',
    `SELECT item.seq FROM item WHERE item.manufacturer_id IN ('m') ${page}`,
    /^SEARCH item USING COVERING INDEX item_by_manufacturer \(manufacturer_id=\?\)$/,
  ],
  [
    'verified items',
    `SELECT item.seq FROM item WHERE item.verified = 1 ${page}`,
    /^SCAN item USING COVERING INDEX item_verified$/,
  ],
  [
    'a code',
    "SELECT item FROM item_code WHERE gtin14 = '00034000123834'",
    /^SEARCH item_code USING COVERING INDEX item_code_by_gtin \(gtin14=\?\)$/,
  ],
  [
    'the bodies of a page',
    "SELECT body FROM json_each('[1]') AS hit CROSS JOIN item_document ON item_document.seq = hit.value",
    /^SCAN hit VIRTUAL TABLE INDEX 1:\nSEARCH item_document USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
  [
    'the whole catalog by brand',
    'SELECT brand_id, count(*) FROM item GROUP BY brand_id',
    /^SCAN item USING COVERING INDEX item_by_brand$/,
  ],
  [
    'a window of a lookup list',
    "SELECT id, name FROM lookup WHERE kind = 'brand' ORDER BY name, id LIMIT 50 OFFSET 10",
    /^SEARCH lookup USING COVERING INDEX lookup_by_name \(kind=\?\)$/,
  ],
  [
    'the counters of a received feed',
    'SELECT status, count(*) FROM received_feed_item WHERE feed = 1 GROUP BY status',
    /^SEARCH received_feed_item USING COVERING INDEX received_feed_item_status \(feed=\?\)$/,
  ],
  [
    'the addresses of a picture',
    "SELECT address FROM picture WHERE sha256 = 'x'",
    /^SEARCH picture USING .*INDEX picture_by_content \(sha256=\?\)$/,
  ],
  [
    'the files that are deleted first',
    `SELECT sha256, bytes + thumbnail_bytes + preview_bytes FROM picture_file WHERE used_at < 5
     ORDER BY used_at, bytes`,
    /^SEARCH picture_file USING COVERING INDEX picture_file_by_use \(used_at<\?\)$/,
  ],
  [
    'pictures left out',
    'SELECT count(*) FROM picture WHERE left_out = 1',
    /INDEX picture_left_out \(left_out=\?\)$/,
  ],
  [
    'the last picture that failed',
    'SELECT error FROM picture WHERE error IS NOT NULL ORDER BY changed_at DESC LIMIT 1',
    /^SCAN picture USING INDEX picture_failed$/,
  ],
  ['running imports', "SELECT id FROM import_job WHERE state = 'running'", /INDEX import_job_running$/],
])('finds %s by an index, without sorting', (_what, sql, expected) => {
  const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
  expect(steps.map(({ detail }) => detail).join('\n')).toMatch(expected)
})
