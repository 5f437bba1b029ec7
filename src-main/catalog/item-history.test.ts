import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ItemOrigin } from '../../src-shared/history/model.ts'
import type { Change } from '../../src-shared/rpc/changes.ts'
import type { Database } from '../storage/index.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { type ItemFixture, itemXml, pageBytes } from './fixtures/item-fixture.ts'
import { runRebuild } from './rebuild/rebuild.ts'

/** The history that the catalog records when it stores items. The history room has its own tests. */
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

const rows = (table: string): unknown[] => db.prepare(`SELECT * FROM ${table}`).all()
const count = (table: string) => rows(table).length
const run: ItemOrigin = { kind: 'sync', reference: 'run-1' }
const tea: ItemFixture = { id: '7', name: 'Tea', codes: ['96385074'], media: ['A1C1', 'A2C1'] }
/** The same record, with picture addresses signed at another hour. */
const signed = (hour: number, item = tea) =>
  itemXml(item).replace(/\.jpg<\/url>/g, `.jpg?expires=${hour}&amp;signature=s${hour}</url>`)

describe('an item received for the first time', () => {
  test('has one history row per page and no stored version', () => {
    writer.putPage(pageBytes([itemXml(tea), itemXml({ id: '8' })]), { origin: run })
    writer.putPage(pageBytes([itemXml({ id: '9' })]), { origin: run })
    now = 2000
    writer.putPage(pageBytes([itemXml(tea), itemXml({ id: '10' })]), { origin: run })
    expect(rows('item_arrival')).toMatchObject([
      { first: 1, last: 3, received_at: 1000 },
      { first: 4, last: 4, received_at: 2000 },
    ])
    expect([count('item_change'), count('item_earlier'), count('item_dictionary')]).toEqual([0, 0, 0])
  })
})

describe('a record with new signatures only', () => {
  test('counts as unchanged without history, and its newest bytes are stored', () => {
    writer.putPage(pageBytes([signed(1), itemXml({ id: '8' })]))
    changes.length = 0
    now = 2000
    expect(writer.putPage(pageBytes([signed(2), itemXml({ id: '8' })]))).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
    })
    const item = openCatalogReader({ db }).item('7')
    expect(Buffer.from(item?.body ?? []).toString()).toBe(signed(2))
    expect(item?.media.map(({ url }) => url)).toEqual(
      ['A1C1', 'A2C1'].map((view) => `https://media.invalid/7/${view}.jpg?expires=2&signature=s2`),
    )
    expect(item?.receivedAt).toBe(2000)
    expect(count('item_change')).toBe(0)
    // Caches based on the old bytes are invalidated.
    expect(changes).toEqual([{ topic: 'items', ids: ['7'] }])
  })

  test('leaves the catalog as a rebuild would, also with longer addresses', async () => {
    writer.putPage(pageBytes([signed(1)]))
    writer.putPage(pageBytes([signed(1_000_000)]))
    const reader = openCatalogReader({ db })
    expect(reader.check()).toEqual([])
    const before = ['item', 'item_document'].map(rows)
    await runRebuild(writer)
    expect(['item', 'item_document'].map(rows)).toEqual(before)
  })

  test('counts as changed if anything else differs', () => {
    writer.putPage(pageBytes([signed(1)]))
    expect(writer.putPage(pageBytes([signed(2, { ...tea, name: 'Green tea' })])).changed).toBe(1)
    expect(
      writer.putPage(pageBytes([signed(3, { ...tea, name: 'Green tea', media: ['A1C1'] })])).changed,
    ).toBe(1)
    expect(count('item_change')).toBe(2)
  })
})

test('deletes the history when the catalog is emptied', () => {
  writer.putPage(pageBytes([itemXml(tea)]), { origin: run })
  writer.putPage(pageBytes([itemXml({ ...tea, name: 'Green tea' })]), { origin: run })
  writer.removeAll()
  const tables = [
    'item_change',
    'item_earlier',
    'item_arrival',
    'item_origin',
    'item_change_field',
    'item_dictionary',
  ]
  expect(tables.map(count)).toEqual(tables.map(() => 0))
})
