import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ItemOrigin } from '../../src-shared/history/model.ts'
import { type ItemFixture, itemXml, pageBytes } from '../catalog/fixtures/item-fixture.ts'
import { openCatalogWriter } from '../catalog/index.ts'
import type { Database } from '../storage/index.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { changeSql, goneSql } from './change-lists.ts'
import { historyReader } from './history-reader.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let db: Database
let now = 0
let writer: ReturnType<typeof openCatalogWriter>
beforeEach(() => {
  database = openTemporaryDatabase()
  db = database.db
  now = 0
  writer = openCatalogWriter({ db, now: () => now, record: () => undefined })
})
afterEach(() => database[Symbol.dispose]())

const reader = () => historyReader.open({ db })
const run = (reference: string): ItemOrigin => ({ kind: 'sync', reference })
/** Stores items at a time, in one page. */
const put = (at: number, items: (ItemFixture | string)[], origin?: ItemOrigin) => {
  now = at
  const elements = items.map((item) => (typeof item === 'string' ? item : itemXml(item)))
  return writer.putPage(pageBytes(elements), origin && { origin })
}
const text = (body: Uint8Array | undefined) => body && Buffer.from(body).toString()
const iso = (at: number) => new Date(at).toISOString()

describe('versions of an item', () => {
  test('have their time, origin and exact bytes', () => {
    const names = ['Tea', 'Green tea', 'Black tea']
    put(1, [{ id: '7', name: 'Tea' }], run('a'))
    put(2, [{ id: '7', name: 'Green tea' }], { kind: 'feed', reference: 'f' })
    put(3, [{ id: '7', name: 'Green tea' }], run('b'))
    put(4, [{ id: '7', name: 'Black tea' }], { kind: 'import', reference: 'i' })
    const versions = reader().versions('7')
    expect(versions).toMatchObject([
      { number: 3, receivedAt: iso(4), origin: { kind: 'import', reference: 'i' }, isCurrent: true },
      { number: 2, receivedAt: iso(2), origin: { kind: 'feed', reference: 'f' }, isCurrent: false },
      { number: 1, receivedAt: iso(1), origin: run('a'), isCurrent: false },
    ])
    expect(versions?.map(({ fields }) => fields)).toEqual([
      ['name', 'products/product/description'],
      ['name', 'products/product/description'],
      undefined,
    ])
    names.forEach((name, index) => {
      const xml = itemXml({ id: '7', name })
      expect(text(reader().body('7', index + 1))).toBe(xml)
      expect(versions?.at(-1 - index)?.bytes).toBe(Buffer.byteLength(xml))
    })
    expect(new Set(versions?.map(({ hash }) => hash)).size).toBe(3)
    expect([reader().body('7', 4), reader().versions('8'), reader().body('8', 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('start with an unknown origin for items older than the history', () => {
    put(1, [{ id: '7' }, { id: '8' }])
    db.exec('DELETE FROM item_arrival')
    put(2, [{ id: '8', name: 'x' }, { id: '9' }], run('a'))
    expect(reader().versions('7')).toMatchObject([{ number: 1, isCurrent: true }])
    expect(reader().versions('7')?.[0]?.receivedAt).toBeUndefined()
    expect(reader().versions('9')?.[0]).toMatchObject({ receivedAt: iso(2), origin: run('a') })
  })

  test('are compressed with a shared dictionary in a larger catalog', () => {
    const item = (id: number, name: string): ItemFixture => ({
      id: String(id),
      name,
      codes: [String(10_000_000 + id)],
      text: `A text of item ${id} that is about as long as such texts are, with what it is made of.`,
      media: ['A1C1', 'A2C1', 'C1C1'],
    })
    const ids = Array.from({ length: 40 }, (_, index) => index + 1)
    put(
      1,
      ids.map((id) => item(id, 'one')),
    )
    put(
      2,
      ids.map((id) => item(id, 'other')),
    )
    expect(db.prepare('SELECT count(*) FROM item_dictionary').pluck().get()).toBe(1)
    for (const id of ids) expect(text(reader().body(String(id), 1))).toBe(itemXml(item(id, 'one')))
    const size = db
      .prepare<[], number>('SELECT sum(length) * 1.0 / sum(length(body)) FROM item_earlier')
      .pluck()
    expect(size.get()).toBeGreaterThan(8)
  })

  test('report damage', () => {
    put(1, [{ id: '7' }])
    put(2, [{ id: '7', name: 'x' }])
    db.exec("UPDATE item_change SET hash = x'00'")
    expect(() => reader().body('7', 1)).toThrow(/Version 1 of item 7 is damaged/)
    db.exec("UPDATE item_earlier SET body = x'00'")
    expect(() => reader().body('7', 1)).toThrow(/Version 1 of item 7 is damaged/)
  })
})

describe('the fields of a change', () => {
  const fieldsOf = (before: ItemFixture | string, after: ItemFixture | string) => {
    put(1, [before])
    put(2, [after])
    return reader().versions('7')?.[0]?.fields
  }
  const tea: ItemFixture = { id: '7', name: 'Tea', codes: ['1', '2'], brand: ['b', 'Brand'], media: ['A1C1'] }
  test.each<[string, (xml: string) => string, string[]]>([
    ['deep inside', (xml) => xml.replace('>salt<', '>sugar<'), ['products/product/grocery/ingredients']],
    ['a brand', (xml) => xml.replace('>Brand<', '>Other<'), ['products/product/brand']],
    ['an attribute', (xml) => xml.replace('status="P"', 'status="D"'), ['@status']],
    ['a removed entry', (xml) => xml.replace('<upc type="GTIN">2</upc>', ''), ['upcs/upc']],
    ['an unknown element', (xml) => xml.replace('<attributes/>', '<attributes/><shelf>1</shelf>'), ['shelf']],
    ['white space alone', (xml) => xml.replace('<upcs>', ' <upcs> '), []],
    [
      'an added product',
      (xml) =>
        xml.replace('</products>', '<product sequence="2"><description>x</description></product></products>'),
      ['products/product'],
    ],
    [
      'an added part',
      (xml) =>
        xml.replace('<created', '<x').replace('<lastUpdated', '<created id="c">2024</created><lastUpdated'),
      ['created'],
    ],
  ])('%s', (_, change, fields) => {
    expect(fieldsOf(tea, change(itemXml(tea)))).toEqual(fields)
  })
})

describe('the changes of a run', () => {
  beforeEach(() => {
    put(1, [{ id: '1' }, { id: '2', name: 'Red tea' }], run('a'))
    put(2, [{ id: 'f' }], { kind: 'feed', reference: 'f' })
    put(
      3,
      [
        { id: '3', name: 'Green tea' },
        { id: '1', text: 'new' },
      ],
      run('b'),
    )
    put(4, [{ id: '2', name: 'Blue tea' }, { id: '4' }], run('b'))
  })
  const list = (reference: string, more: object = {}) =>
    reader().changes(run(reference), { kind: 'changed', offset: 0, limit: 10, ...more })
  const ids = (...parameters: Parameters<typeof list>) => list(...parameters).rows.map(({ itemId }) => itemId)

  test('are counted', () => {
    expect(reader().summary(run('b'))).toEqual({
      created: 2,
      changed: 2,
      gone: 0,
      fields: [
        { field: 'marketingDescription', count: 1 },
        { field: 'name', count: 1 },
        { field: 'products/product/description', count: 1 },
      ],
    })
    expect(reader().summary(run('none'))).toEqual({ created: 0, changed: 0, gone: 0, fields: [] })
  })
  test('are listed by their source, the newest first', () => {
    expect(reader().recent(2)).toEqual([
      { origin: run('b'), at: expect.any(String), created: 2, changed: 2, gone: 0, isFirst: false },
      {
        ...{ origin: { kind: 'feed', reference: 'f' }, at: expect.any(String) },
        ...{ created: 1, changed: 0, gone: 0, isFirst: false },
      },
    ])
    expect(reader().recent(3).at(-1)).toMatchObject({ origin: run('a'), created: 2, isFirst: true })
  })
  test('list changed items, newest first, by field and by words', () => {
    expect(list('b')).toEqual({
      total: 2,
      offset: 0,
      rows: [
        {
          kind: 'changed',
          itemId: '2',
          name: 'Blue tea',
          brand: '',
          code: '',
          version: 2,
          receivedAt: iso(4),
          fields: ['name', 'products/product/description'],
        },
        expect.objectContaining({ itemId: '1', fields: ['marketingDescription'] }),
      ],
    })
    expect(list('b', { offset: 1, limit: 1 })).toMatchObject({ total: 2, offset: 1, rows: [{ itemId: '1' }] })
    expect([ids('b', { field: 'name' }), ids('b', { field: 'status' }), ids('a')]).toEqual([['2'], [], []])
    expect([
      ids('b', { match: '"tea"*' }),
      ids('b', { match: '"tea"*', field: 'marketingDescription' }),
    ]).toEqual([['2'], []])
  })
  test('list new items of that run only', () => {
    expect(ids('b', { kind: 'created' })).toEqual(['3', '4'])
    expect(list('b', { kind: 'created', offset: 1, limit: 1 })).toMatchObject({
      total: 2,
      rows: [{ itemId: '4', version: 1, receivedAt: iso(4) }],
    })
    expect(list('b', { kind: 'created', match: '"green"' })).toMatchObject({
      total: 1,
      rows: [{ itemId: '3' }],
    })
    expect(ids('a', { kind: 'created' })).toEqual(['1', '2'])
  })
  test('list items found gone, even after they returned', () => {
    const number = db.prepare("SELECT number FROM item_origin WHERE reference = 'b'").pluck().get()
    db.prepare(
      "INSERT INTO item_gone SELECT ?, seq, received_at FROM item JOIN item_document USING (seq) WHERE id IN ('f', '2')",
    ).run(number)
    expect(list('b', { kind: 'gone' })).toMatchObject({
      total: 2,
      rows: [
        { kind: 'gone', itemId: '2', version: 2, receivedAt: iso(4), fields: [] },
        { kind: 'gone', itemId: 'f', version: 1, receivedAt: iso(2) },
      ],
    })
    expect(ids('b', { kind: 'gone', match: '"blue"' })).toEqual(['2'])
    expect([ids('b', { kind: 'gone', field: 'name' }), ids('a', { kind: 'gone' })]).toEqual([[], []])
    expect(reader().summary(run('b'))).toMatchObject({ created: 2, changed: 2, gone: 2 })
  })
  test('list changed, new and gone items together, with pages across them', () => {
    db.exec(
      `INSERT INTO item_gone SELECT number, seq, 0 FROM item_origin, item WHERE reference = 'b' AND id = 'f'`,
    )
    const all = { kind: undefined }
    expect(list('b', all).rows.map(({ kind, itemId }) => [kind, itemId])).toEqual([
      ['changed', '2'],
      ['changed', '1'],
      ['created', '3'],
      ['created', '4'],
      ['gone', 'f'],
    ])
    expect(list('b', { ...all, offset: 1, limit: 3 })).toMatchObject({ total: 5, offset: 1 })
    for (let offset = 0; offset < 6; offset++)
      expect(ids('b', { ...all, offset, limit: 2 })).toEqual(ids('b', all).slice(offset, offset + 2))
    expect(ids('b', { ...all, field: 'name' })).toEqual(['2'])
    expect(ids('b', { ...all, match: '"tea"*' })).toEqual(['2', '3'])
  })
  test('are listed for feeds and imports as well', () => {
    const feed = { kind: 'feed', reference: 'f' } as const
    expect(reader().changes(feed, { offset: 0, limit: 10 }).rows).toMatchObject([
      { kind: 'created', itemId: 'f' },
    ])
    put(5, [{ id: '1', name: 'By file' }], { kind: 'import', reference: 'i' })
    expect(reader().changes({ kind: 'import', reference: 'i' }, { offset: 0, limit: 10 }).rows).toMatchObject(
      [{ kind: 'changed', itemId: '1', version: 3 }],
    )
  })
})

describe('the plans of frequent queries', () => {
  const plan = (sql: string) =>
    db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({ origin: 1, field: 1, match: 'a', limit: 1, offset: 0 })
      .map(({ detail }) => detail)
  test.each([
    [false, false, /SEARCH change USING COVERING INDEX item_change_by_origin \(origin=\?\)/],
    [false, true, /SEARCH change USING COVERING INDEX item_change_by_origin \(origin=\?\)/],
    [true, false, /SEARCH touched USING PRIMARY KEY \(origin=\? AND field=\?\)/],
    [true, true, /SEARCH touched USING PRIMARY KEY \(origin=\? AND field=\?\)/],
  ])('read a page by field %s and words %s from an index, without sorting all', (byField, byMatch, index) => {
    const { count, page } = changeSql(byField, byMatch)
    const found = plan(page)
    expect(found.join('\n')).toMatch(index)
    // Only the page is sorted once more, never the entire list.
    const materialised = found.slice(
      0,
      found.findIndex((detail) => detail.startsWith('SCAN page')),
    )
    expect(materialised.join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER|SCAN (change|touched)/)
    expect(plan(count).join('\n')).not.toMatch(/SCAN (change|touched|item_change)/)
  })
  test.each([false, true])('read gone items by words %s by their key, in order', (byMatch) => {
    const { count, page } = goneSql(byMatch)
    for (const sql of [count, page])
      expect(plan(sql).join('\n')).toMatch(/SEARCH item_gone USING PRIMARY KEY \(origin=\?\)/)
    expect(plan(page).join('\n')).not.toMatch(/TEMP B-TREE|SCAN (item|other)\b/)
  })
})
