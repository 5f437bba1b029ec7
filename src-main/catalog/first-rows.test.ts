import { expect, test } from 'vitest'
import { openChangeNumbers } from '../storage/index.ts'
import { queryPlans } from '../testing/query-plans.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { filledCatalog, select } from './fixtures/filled-catalog.ts'
import { manyHits } from './search/catalog-search.ts'
import { joinedHits } from './search/order/row-numbers.ts'
import { hitsInRange } from './search/words/first-hits.ts'

/** Enough items for lists whose first rows are returned before all items are found or sorted. */
const count = manyHits + 500
const plain = count / 3
const day = (index: number) => String(1 + ((index * 7919) % 28)).padStart(2, '0')
const xml = (index: number) =>
  Buffer.from(
    `<item id="${index}"><name>${index % 3 === 0 ? 'plain' : 'oat'} thing</name><marketingDescription>goes with oat milk</marketingDescription><lastUpdated>2024-01-${day(index)}</lastUpdated></item>`,
  )
const database = filledCatalog(count, xml)

test.each([
  ['oat', count],
  ['o', count],
  ['thing oa', count],
  ['milk oat', count],
])('returns the first rows of "%s" before the total, equal to those of the complete list', (text, total) => {
  const reader = openCatalogReader({ db: database() })
  const first = reader.searchRows(select(text), 0, 100, undefined, true)
  const whole = reader.searchRows(select(text), 0, 100, undefined, true)
  expect(whole).toMatchObject({ isTotalExact: true, total })
  expect(first.rows).toEqual(whole.rows)
  // A request from the second row on is answered from the sorted list of all hits.
  const listed = openCatalogReader({ db: database() }).searchRows(select(text), 1, 99)
  expect(listed.total).toBe(total)
  expect(whole.rows.slice(1)).toEqual(listed.rows)
  // Once all hits are sorted, the first rows are read from that list.
  reader.searchRows(select(text), 1, 99)
  expect(reader.searchRows(select(text), 0, 100)).toEqual(whole)
  // Matches in descriptions only rank after matches in names, so all of them are found before the first row
  // is known.
  expect(first.isTotalExact).toBe(text === 'milk oat')
})

test('returns the exact total unless the caller accepts an incomplete result', () => {
  const reader = openCatalogReader({ db: database() })
  expect(reader.searchRows(select('oat'), 0, 100)).toMatchObject({ isTotalExact: true, total: count })
})

test('uses the complete list for later windows, filters, sorts and row numbers', () => {
  const reader = openCatalogReader({ db: database() })
  expect(reader.searchRows(select('oat'), 100, 100, undefined, true)).toMatchObject({
    isTotalExact: true,
    total: count,
  })
  expect(
    reader.searchRows(select('thing', { missing: ['image'] }), 0, 10, undefined, true).isTotalExact,
  ).toBe(true)
  expect(reader.searchRows(select('oat -plain'), 0, 10, undefined, true)).toMatchObject({
    isTotalExact: true,
    total: count - plain,
  })
  expect(reader.searchRows(select('oat'), 0, 10, { by: 'name', descending: false }, true).isTotalExact).toBe(
    true,
  )
  expect(reader.rowNumbers(select('thing'))).toHaveLength(count)
})

test('searches the first rows again after a change', () => {
  const reader = openCatalogReader({ db: database() })
  const record = () => openChangeNumbers(database()).raise(['items'])
  const writer = openCatalogWriter({ db: database(), now: () => 0, record })
  const search = () => reader.searchRows(select('plain'), 0, 100, undefined, true)
  expect([search().isTotalExact, search().isTotalExact]).toEqual([false, true])
  writer.putItems([
    Buffer.from('<item id="new"><name>plain</name><lastUpdated>2020-01-01</lastUpdated></item>'),
  ])
  const [first, whole] = [search(), search()]
  expect(first.isTotalExact).toBe(false)
  expect(first.rows[0]?.id).toBe('new')
  expect(whole).toMatchObject({ isTotalExact: true, total: plain + 1, rows: first.rows })
})

test('finds the first rows by a row number range and the order index', () => {
  const plans = queryPlans(database(), (db) => openCatalogReader({ db }))
  // `><`: the full-text index narrows by both ends of the range.
  expect(plans.find(({ sql }) => sql === hitsInRange)?.plan).toMatch(/VIRTUAL TABLE INDEX 0:M\d+><$/)
  expect(plans.find(({ sql }) => sql === joinedHits)?.plan).toMatch(
    /^SCAN item_text VIRTUAL TABLE INDEX 0:M\d+$/,
  )
  expect(
    plans.filter(({ sql }) => /LIMIT \?$/.test(sql) && sql.startsWith('SELECT item.seq FROM item ORDER')),
  ).toEqual([expect.objectContaining({ plan: expect.stringMatching(/USING COVERING INDEX/) })])
})
