import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '../../src-shared/rpc/changes.ts'
import type { Database } from '../storage/index.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { type ItemFixture, itemBytes, itemXml, pageBytes } from './fixtures/item-fixture.ts'
import { runRebuild } from './rebuild/rebuild.ts'
import { prepareItemPage } from './scan/prepare-page.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let db: Database
let changes: Change[]
let writer: ReturnType<typeof openCatalogWriter>
let now = 1000
beforeEach(() => {
  database = openTemporaryDatabase()
  db = database.db
  changes = []
  now = 1000
  writer = openCatalogWriter({ db, now: () => now, record: (change) => changes.push(change) })
})
afterEach(() => database[Symbol.dispose]())
const reader = () => openCatalogReader({ db })
const bodyOf = (id: string) => Buffer.from(reader().item(id)?.body ?? []).toString()

const tea: ItemFixture = {
  id: '7',
  name: 'Rooibos tea',
  codes: ['00034000123834', 'HOUSE-7'],
  brand: ['b1', 'Kettle &amp; Co'],
  manufacturer: ['m1', 'Maker'],
  text: 'A red <![CDATA[<tea>]]> from the mountains',
  media: ['A1C1', 'A2C1'],
  more: '<products><product><brand id="b2">Second brand</brand><manufacturer id="m1">Maker</manufacturer></product></products>',
}

/** All rows of all tables, and all words of the index with their rows. */
function contents() {
  const tables = ['item', 'item_document', 'item_code', 'item_party', 'lookup']
  db.exec("CREATE VIRTUAL TABLE temp.word USING fts5vocab ('main', 'item_text', 'instance')")
  const words = db.prepare('SELECT term, doc, col FROM temp.word ORDER BY term, doc, col').all()
  db.exec('DROP TABLE temp.word')
  return {
    words,
    ...Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()])),
  }
}

describe('putPage', () => {
  test('stores items byte for byte and counts new, changed and unchanged ones', () => {
    const first = pageBytes([itemXml(tea), itemXml({ id: '8' })], 40)
    const updated = Date.UTC(2024, 4, 1, 10)
    expect(writer.putPage(first)).toEqual({
      start: 0,
      count: 2,
      setAside: [],
      total: 40,
      created: 2,
      changed: 0,
      unchanged: 0,
      problems: [],
      firstUpdated: updated,
      lastUpdated: updated,
    })
    expect(bodyOf('7')).toBe(itemXml(tea))
    const renamed = itemXml({ id: '8', name: 'New name' })
    now = 2000
    expect(writer.putPage(pageBytes([itemXml(tea), renamed]))).toMatchObject({ changed: 1, unchanged: 1 })
    expect(bodyOf('8')).toBe(renamed)
    expect(changes).toEqual([
      { topic: 'items', ids: ['7', '8'] },
      { topic: 'lookups' },
      { topic: 'items', ids: ['8'] },
    ])
    expect(reader().item('7')?.receivedAt).toBe(2000)
  })

  test('finds a changed item by its new words, codes and pictures only', () => {
    writer.putPage(pageBytes([itemXml(tea)]))
    writer.putPage(pageBytes([itemXml({ id: '7', name: 'Coffee', codes: ['96385074'], media: ['C1C1'] })]))
    const find = (text: string) =>
      reader().searchRows({ text, brandIds: [], manufacturerIds: [] }, 0, 10).total
    expect([find('rooibos'), find('coffee'), find('034000123834'), find('96385074')]).toEqual([0, 1, 0, 1])
    expect(
      reader()
        .item('7')
        ?.media.map(({ view }) => view),
    ).toEqual(['C1C1'])
    expect(reader().facets({ text: '', brandIds: [], manufacturerIds: [] }).brands).toEqual([])
  })

  test('adds the categories of items and keeps known names', async () => {
    const inCategory = (id: string, categories: string) =>
      new TextEncoder().encode(`<item id="${id}"><categories>${categories}</categories></item>`)
    writer.putLookups('category', [{ id: '2', name: 'Kept' }])
    changes.length = 0
    writer.putItems([
      inCategory(
        '1',
        '<category type="GPC" id="1">Tea &amp; more</category><category id="2">Other</category>',
      ),
      inCategory('2', '<category id="3">3</category><category>No identifier</category>'),
    ])
    const known = () => reader().lookup('category').entries
    expect(known()).toEqual([
      { id: '2', name: 'Kept' },
      { id: '1', name: 'Tea & more' },
    ])
    expect(changes.map(({ topic }) => topic)).toEqual(['items', 'lookups'])
    db.exec("DELETE FROM lookup WHERE id = '1'")
    await runRebuild(writer)
    expect(known()).toHaveLength(2)
  })

  test('skips and reports an item without an identifier', () => {
    const { created, problems } = writer.putPage(
      pageBytes(['<item><name>x</name></item>', itemXml({ id: '1' })]),
    )
    expect(created).toBe(1)
    expect(problems).toMatchObject([{ code: 'missing', path: 'items/item[1]/@id' }])
  })

  test('stores nothing of a broken document', () => {
    const broken = pageBytes([itemXml({ id: '1' })]).subarray(0, -12)
    expect(() => writer.putPage(broken)).toThrow(expect.objectContaining({ code: 'needsPreparation' }))
    expect(() => writer.putPage(prepareItemPage(broken))).toThrow(
      expect.objectContaining({ code: 'not-well-formed' }),
    )
    expect(reader().counts().items).toBe(0)
  })

  test('never deletes an item missing from a later response', () => {
    writer.putPage(pageBytes([itemXml({ id: '1' }), itemXml({ id: '2' })]))
    writer.putPage(pageBytes([itemXml({ id: '2' })]))
    expect(reader().counts().items).toBe(2)
  })
})

describe('putItems', () => {
  test('stores single elements and rewrites unusual ones', () => {
    const utf16 = Buffer.from(
      `\ufeff<a:item xmlns:a="urn:x" id="9"><a:name>Ünusual</a:name></a:item>`,
      'utf16le',
    )
    expect(writer.putItems([itemBytes(tea), utf16]).created).toBe(2)
    expect(bodyOf('9')).toBe('<item id="9"><name>Ünusual</name></item>')
  })
})

describe('rebuild', () => {
  const fill = () => {
    writer.putItems([
      itemBytes(tea),
      itemBytes({ id: '8', codes: ['96385074'] }),
      Buffer.from('<item id="bare"/>'),
    ])
    writer.putItems([itemBytes({ id: '8', name: 'Crème fraîche', codes: ['96385074'] })])
    writer.putItems([
      Buffer.from('<x:item xmlns:x="a" xmlns:y="b" id="p"><y:extra><x:name>in</x:name></y:extra></x:item>'),
    ])
    writer.setVerified(['7'])
    writer.putLookups('brand', [{ id: 'b1', name: 'Kettle & Co' }])
  }

  test('recreates every table identically', async () => {
    fill()
    const before = contents()
    expect(before.words.length).toBeGreaterThan(20)
    expect(await runRebuild(writer)).toMatchObject({ state: 'completed', items: 4, damaged: 0, problems: [] })
    expect(contents()).toEqual(before)
  })

  test('repairs a lost projection from the documents', async () => {
    fill()
    const before = contents()
    db.exec(`
      DELETE FROM item_code; DELETE FROM item_party; DELETE FROM item WHERE id = '8';
      UPDATE item SET name = 'wrong', updated_at = 0, verified = 0; UPDATE item_document SET outline = x'00';
      INSERT INTO item_text (item_text) VALUES ('delete-all');`)
    expect(reader().check()).toContain('There are 4 items but 3 rows in item. Rebuild it.')
    await runRebuild(writer)
    expect(contents()).toEqual(before)
    expect(reader().check()).toEqual([])
  })

  test('reports and keeps an unreadable document', async () => {
    fill()
    db.exec("UPDATE item_document SET body = x'3c' WHERE seq = 1")
    expect(await runRebuild(writer)).toMatchObject({ items: 3, damaged: 1, problems: [{ code: 'damaged' }] })
    expect(db.prepare('SELECT count(*) FROM item_document').pluck().get()).toBe(4)
  })
})

describe('check', () => {
  beforeEach(() => void writer.putItems([itemBytes(tea), itemBytes({ id: '8' })]))

  test('finds nothing in a healthy catalog', () => {
    expect(reader().check()).toEqual([])
  })
  test.each([
    [
      'a column',
      "UPDATE item SET name = 'x' WHERE id = '7'",
      'The search data of item 7 does not match the item',
    ],
    ['a code', "UPDATE item_code SET code = 'x' WHERE code = 'HOUSE-7'", 'The search data of item 7'],
    [
      'a body',
      "UPDATE item_document SET body = x'3c' WHERE seq = 2",
      'The stored element of item 8 is damaged',
    ],
    [
      'an index entry',
      'DELETE FROM item_text WHERE rowid = 1',
      'There are 2 items but 1 rows in item_text_docsize',
    ],
    [
      'the index',
      'UPDATE item_text_data SET block = zeroblob(4) WHERE id > 10',
      'The full-text index is damaged',
    ],
    [
      'a reference',
      "PRAGMA foreign_keys = OFF; DELETE FROM item WHERE id = '7'",
      'A row of item_code refers to',
    ],
  ])('reports tampering with %s', (_what, sql, finding) => {
    db.unsafeMode(true)
    db.exec(sql)
    expect(reader().check()).toContainEqual(expect.stringContaining(finding))
  })
})

describe('other functions', () => {
  test('adds and renames lookups, and removes them only for a complete list', () => {
    const names = () =>
      reader()
        .lookup('brand')
        .entries.map(({ name }) => name)
    writer.putLookups('brand', [
      { id: '1', name: 'One' },
      { id: '2', name: 'Two' },
    ])
    writer.putLookups('brand', [{ id: '2', name: 'Zwei' }])
    expect(names()).toEqual(['One', 'Zwei'])
    writer.putLookups('retailer', [], { complete: true })
    writer.putLookups('brand', [{ id: '2', name: 'Zwei' }], { complete: true })
    expect(names()).toEqual(['Zwei'])
    expect(changes).toHaveLength(3)
  })

  test('creates unused, non-numeric identifiers', () => {
    writer.putItems([itemBytes({ id: '1' }), itemBytes({ id: 'i2' })])
    expect([writer.nextItemId(), writer.nextItemId()]).toEqual(['i1', 'i3'])
  })

  test('keeps the verified mark when the record changes', () => {
    writer.putItems([itemBytes({ id: '1' })])
    writer.setVerified(['1'])
    writer.putItems([itemBytes({ id: '1', name: 'Again' })])
    expect(reader().item('1')?.verified).toBe(true)
    writer.setVerified(['1'], false)
    expect(reader().item('1')?.verified).toBe(false)
  })

  test('removes everything with removeAll', () => {
    writer.putItems([itemBytes(tea)])
    writer.putLookups('brand', [{ id: '1', name: 'One' }])
    writer.removeAll()
    expect(contents()).toEqual({
      words: [],
      item: [],
      item_document: [],
      item_code: [],
      item_party: [],
      lookup: [],
    })
  })
})
