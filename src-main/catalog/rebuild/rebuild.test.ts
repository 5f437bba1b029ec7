import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { type Database, openChangeNumbers } from '../../storage/index.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openCatalogReader } from '../catalog-reader.ts'
import { openCatalogWriter } from '../catalog-writer.ts'
import { itemBytes } from '../fixtures/item-fixture.ts'
import { runRebuild } from './rebuild.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let db: Database
let writer: ReturnType<typeof openCatalogWriter>
beforeEach(() => {
  database = openTemporaryDatabase()
  db = database.db
  // Raises change numbers as storage does, because readers cache until the next change.
  const changes = openChangeNumbers(db)
  writer = openCatalogWriter({ db, now: () => 1000, record: ({ topic }) => void changes.raise([topic]) })
})
afterEach(() => database[Symbol.dispose]())

const reader = () => openCatalogReader({ db })
const step = (items: number) => writer.rebuildStep({ milliseconds: 60_000, items })
const put = (id: number, version: number) =>
  writer.putItems([
    itemBytes({
      id: String(id),
      name: `Name${version}`,
      codes: [`${id}`, `V${version}`].slice(0, 1 + (version % 2)),
      brand: [`b${version % 3}`, `Brand${version % 3}`],
      media: ['A1C1', 'A2C1'].slice(0, version % 3),
      more:
        version % 2 === 0
          ? ''
          : `<products><product><brand id="second${version}">Second${version}</brand></product></products>`,
    }),
  ])
const putMany = (count: number) => {
  for (let id = 1; id <= count; id++) put(id, 0)
}
const find = (text: string, catalog = reader()) =>
  catalog.searchRows({ text, brandIds: [], manufacturerIds: [] }, 0, 100).rows.map(({ id }) => id)

/** All rows of the projection, and all words of the index with their rows. */
function projection() {
  // The temporary table is kept: after every schema change SQLite reads the entire schema again.
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab ('main', 'item_text', 'instance')")
  const words = db.prepare('SELECT term, doc, col FROM temp.word ORDER BY term, doc, col').all()
  const tables = ['item', 'item_code', 'item_party', 'lookup']
  return [
    words,
    db.prepare('SELECT seq, outline FROM item_document').all(),
    ...tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all()),
  ]
}
/** The projection of a new catalog that stored only these documents, in this order. */
function freshProjection() {
  using other = openTemporaryDatabase()
  const bodies = db
    .prepare<[], { body: Buffer; verified: number }>('SELECT body, verified FROM item_document ORDER BY seq')
    .all()
  const fresh = openCatalogWriter({ db: other.db, now: () => 1000, record: () => undefined })
  fresh.putItems(bodies.map(({ body }) => body))
  const ids = other.db.prepare<[], string>('SELECT id FROM item ORDER BY seq').pluck().all()
  fresh.setVerified(ids.filter((_id, index) => bodies[index]?.verified === 1))
  const mine = db
  db = other.db
  try {
    return projection()
  } finally {
    db = mine
  }
}

test('equals a fresh projection after interleaved writes, and every item can be found throughout', () => {
  const actions = fc.array(
    fc.oneof(
      fc.record({ what: fc.constant('step' as const), items: fc.integer({ min: 1, max: 5 }) }),
      fc.record({
        what: fc.constant('put' as const),
        id: fc.integer({ min: 1, max: 16 }),
        version: fc.integer({ min: 0, max: 5 }),
      }),
      fc.record({ what: fc.constant('verify' as const), id: fc.integer({ min: 1, max: 16 }) }),
      fc.record({ what: fc.constant('cancel' as const) }),
      fc.record({ what: fc.constant('begin' as const) }),
    ),
    { minLength: 5, maxLength: 25 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), actions, (count, all) => {
      const catalog = reader()
      writer.removeAll()
      putMany(count)
      const versions = new Map(Array.from({ length: count }, (_, index) => [index + 1, 0]))
      writer.beginRebuild()
      for (const action of all) {
        if (action.what === 'step') step(action.items)
        else if (action.what === 'verify') writer.setVerified([String(action.id)])
        else if (action.what === 'cancel') writer.cancelRebuild()
        else if (action.what === 'begin') writer.beginRebuild()
        else {
          put(action.id, action.version)
          versions.set(action.id, action.version)
        }
        for (const version of new Set(versions.values()))
          expect(find(`Name${version}`, catalog).toSorted()).toEqual(
            [...versions]
              .flatMap(([id, putVersion]) => (putVersion === version ? [String(id)] : []))
              .toSorted(),
          )
      }
      writer.beginRebuild()
      while (step(3).mark.state === 'running');
      expect(catalog.check()).toEqual([])
      // Lookups are not compared: names of categories and brands added in between are kept.
      expect(projection().slice(0, -1)).toEqual(freshProjection().slice(0, -1))
    }),
    { numRuns: numberOfCases(60) },
  )
}, 120_000)

describe('an unfinished rebuild', () => {
  test('reports its progress and is continued by the next one', () => {
    putMany(10)
    writer.beginRebuild()
    expect(step(4).mark).toMatchObject({ state: 'running', through: 4, last: 10, items: 4 })
    expect(openCatalogWriter({ db, now: () => 2000, record: () => undefined }).beginRebuild()).toMatchObject({
      through: 4,
      begunAt: 1000,
    })
    expect(reader().lastRebuild()).toMatchObject({ state: 'running', through: 4 })
  })

  test('leaves the catalog complete when cancelled, and the next one starts over', () => {
    putMany(10)
    const before = projection()
    writer.beginRebuild()
    step(4)
    expect(writer.cancelRebuild()).toMatchObject({ state: 'cancelled', items: 4, endedAt: 1000 })
    expect(projection()).toEqual(before)
    expect(reader().check()).toEqual([])
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'item_text_next%'").all()).toEqual([])
    expect(step(4).mark.state).toBe('cancelled')
    expect(writer.beginRebuild()).toMatchObject({ state: 'running', through: 0, items: 0 })
  })

  test('is cancelled when the catalog is emptied', () => {
    putMany(3)
    writer.beginRebuild()
    step(1)
    writer.removeAll()
    expect(reader().lastRebuild()?.state).toBe('cancelled')
    expect(reader().check()).toEqual([])
  })

  test('can be continued after its signal stopped it', async () => {
    putMany(5)
    const stop = new AbortController()
    const size = { milliseconds: 60_000, items: 2 }
    const onProgress = ({ through }: { through: number }) => {
      if (through === 2) stop.abort()
    }
    expect(await runRebuild(writer, { signal: stop.signal, onProgress, step: size })).toMatchObject({
      state: 'running',
      through: 4,
    })
    expect(await runRebuild(writer, { step: size })).toMatchObject({ state: 'completed', items: 5 })
  })
})

test('recomputes facts', async () => {
  const grocery = '<grocery><ingredients>Rice, milk</ingredients></grocery>'
  writer.putItems(
    ['a', 'b'].map((id) => itemBytes({ id, more: `<products><product>${grocery}</product></products>` })),
  )
  const facts = () => db.prepare('SELECT item, packed FROM item_fact ORDER BY item').all()
  const right = facts()
  db.exec('UPDATE item_fact SET packed = zeroblob(length(packed))')
  await runRebuild(writer)
  expect(facts()).toEqual(right)
})

describe('repairs', () => {
  const tampered = (sql: string) => {
    db.pragma('foreign_keys = OFF')
    db.unsafeMode(true)
    db.exec(sql)
    db.unsafeMode(false)
    db.pragma('foreign_keys = ON')
  }
  test.each([
    ['a damaged index', 'UPDATE item_text_data SET block = zeroblob(4) WHERE id > 10'],
    ['index words without an item', "INSERT INTO item_text (rowid, name) VALUES (77, 'nobody')"],
    [
      'rows without a document',
      `INSERT INTO item SELECT 77, 'x', hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code,
         updated_at, updated, created_at, verified, size FROM item WHERE seq = 1;
       INSERT INTO item_fact VALUES (77, x''), (80, x'');
       INSERT INTO item_code VALUES (77, 0, NULL, 'x', 'x'), (78, 0, NULL, 'x', 'x');
       INSERT INTO item_party VALUES ('brand', 'x', 79, 'x')`,
    ],
    [
      'missing rows, extra codes and swapped identifiers',
      `DELETE FROM item WHERE seq = 2; INSERT INTO item_code VALUES (3, 9, NULL, '', '');
       UPDATE item SET id = 'held' WHERE id = '4'; UPDATE item SET id = '4' WHERE id = '5';
       UPDATE item SET id = '5' WHERE id = 'held'`,
    ],
  ])('%s', async (_what, sql) => {
    for (let id = 1; id <= 6; id++) put(id, id)
    const before = projection()
    tampered(sql)
    await runRebuild(writer, { step: { milliseconds: 60_000, items: 2 } })
    expect(projection()).toEqual(before)
    expect(reader().check()).toEqual([])
  })
})
