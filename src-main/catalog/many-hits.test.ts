import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeNumbers } from '../storage/index.ts'
import { queryPlans } from '../testing/query-plans.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { fewHits, openItemHits } from './search/item-hits.ts'
import { openSearchWords } from './search/words/search-words.ts'

/** Above a number of hits, lists and facets are computed in memory; the results must be the same. */
let database: ReturnType<typeof openTemporaryDatabase>
const count = fewHits + 500
const number = (index: number) => String((index * 7919) % count).padStart(5, '0')
const brandOf = (index: number) => (index % 50 === 0 ? '' : `b${index % 3}`)
beforeAll(() => {
  database = openTemporaryDatabase()
  const record = () => openChangeNumbers(database.db).raise(['items'])
  const writer = openCatalogWriter({ db: database.db, now: () => 0, record })
  const items = Array.from({ length: count }, (_item, index) =>
    Buffer.from(
      `<item id="${number(index)}"><name>common ${index % 2 ? 'odd' : 'even'}</name><lastUpdated>2024-01-0${(index % 3) + 1}</lastUpdated><products><product><brand id="${brandOf(index)}"></brand></product></products></item>`,
    ),
  )
  database.db.transaction(() => writer.putItems(items))()
})
afterAll(() => database[Symbol.dispose]())

test('returns the same order and facets for words with many hits', () => {
  const reader = openCatalogReader({ db: database.db })
  const selection = { text: 'comm', brandIds: [], manufacturerIds: [] }
  const expected = Array.from({ length: count }, (_item, index) => ({ id: number(index), day: index % 3 }))
    .toSorted((one, other) => one.day - other.day || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
  const rows = reader.searchRows(selection, 0, count)
  expect(rows.total).toBe(count)
  expect(rows.rows.map(({ id }) => id)).toEqual(expected)
  const counts = [0, 1, 2].map((brand) => ({
    id: `b${brand}`,
    name: `b${brand}`,
    count: Array.from({ length: count }, (_item, index) => brandOf(index)).filter((id) => id === `b${brand}`)
      .length,
  }))
  expect(reader.facets(selection).brands).toEqual(
    counts.toSorted((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1)),
  )
  const odd = reader.searchRows({ ...selection, text: 'odd', brandIds: ['b1'] }, 0, count)
  expect(odd.total).toBe(
    Array.from({ length: count }, (_i, index) => index).filter(
      (index) => index % 2 === 1 && brandOf(index) === 'b1',
    ).length,
  )
})

const day = (number: number) => Date.UTC(2024, 0, number)
const spans = [
  {},
  { from: day(1) },
  { from: day(1) + 1 },
  { from: day(2), to: day(3) },
  { to: day(2) },
  { to: day(2) - 1 },
  { from: day(3), to: day(2) },
  { from: day(4) },
  { to: 0 },
]

test.each(spans)('returns the same deep pages of a time range from the list of all items: %j', (span) => {
  const found = openItemHits(database.db)
  // The second deep page makes the reader build the list.
  for (const offset of [2100, 2200]) found.page({}, offset, 10)
  const pages = (hits: () => typeof found) =>
    [0, 700, 1660, 2490, 2600].map((offset) =>
      hits().page({ ...span, brandIds: [], verified: false }, offset, 20),
    )
  // The first page is found by an index scan.
  const expected = pages(() => openItemHits(database.db))
  expect(pages(() => found)).toEqual(expected)
  expect(expected[0]?.total).toBe(
    Array.from({ length: count }, (_item, index) => day((index % 3) + 1)).filter(
      (at) => at >= (span.from ?? at) && at <= (span.to ?? at),
    ).length,
  )
})

test.each(spans)('filters few and many hits of words by a time range: %j', (span) => {
  const hits = openItemHits(database.db)
  const idOf = database.db.prepare<[number], string>('SELECT id FROM item WHERE seq = ?').pluck()
  for (const [words, parity] of [
    ['odd', [1]],
    ['common', [0, 1]],
  ] as const) {
    const expected = Array.from({ length: count }, (_item, index) => ({ index, at: day((index % 3) + 1) }))
      .filter(
        ({ index, at }) =>
          parity.some((one) => one === index % 2) && at >= (span.from ?? at) && at <= (span.to ?? at),
      )
      .map(({ index, at }) => ({ id: number(index), at }))
      .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
    const match = openSearchWords(database.db).descriptions(words)
    // At first the days are a query condition; from the second time on they are cut from a list of all hits.
    for (const _time of ['first', 'second']) {
      const { total, seqs } = hits.page({ ...span, match, brandIds: [] }, 0, count)
      expect(total).toBe(expected.length)
      expect(seqs.map((seq) => idOf.get(seq))).toEqual(expected.map(({ id }) => id))
    }
  }
})

test('counts the items of a second time range without a query', () => {
  const plans = queryPlans(database.db, (db) => {
    const hits = openItemHits(db)
    hits.page({ from: day(1) }, 0, 10)
    hits.page({ to: day(2) }, 0, 10)
  })
  const counting = plans.filter(({ sql }) => sql.startsWith('SELECT count(*)')).map(({ sql }) => sql)
  expect(counting).toEqual(['SELECT count(*) FROM item WHERE item.updated_at >= ?'])
})

test('finds a page by row numbers, without an index scan, once the list of all items exists', () => {
  const after = (requests: number) =>
    queryPlans(database.db, (db) => {
      const hits = openItemHits(db)
      for (let turn = 0; turn < requests; turn++) hits.page({}, 2100, 10)
      hits.page({ from: day(1), to: day(2) }, 2100, 10)
    })
  const indexScans = (plans: ReturnType<typeof after>) =>
    plans.filter(({ sql }) => /updated_at >= .* OFFSET/.test(sql)).length
  expect(indexScans(after(0))).toBe(1)
  const plans = after(2)
  expect(indexScans(plans)).toBe(0)
  expect(plans.find(({ sql }) => /SELECT updated_at .* WHERE seq = /.test(sql))?.plan).toBe(
    'SEARCH item USING INTEGER PRIMARY KEY (rowid=?)',
  )
})

test('invalidates caches when the catalog changes', () => {
  const reader = openCatalogReader({ db: database.db })
  const record = () => openChangeNumbers(database.db).raise(['items'])
  const writer = openCatalogWriter({ db: database.db, now: () => 0, record })
  const total = () => reader.searchRows({ text: 'common', brandIds: [], manufacturerIds: [] }, 0, 1).total
  expect(total()).toBe(count)
  writer.putItems([Buffer.from('<item id="new"><name>common</name></item>')])
  expect(total()).toBe(count + 1)
})
