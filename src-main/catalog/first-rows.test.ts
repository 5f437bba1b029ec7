import { expect, test } from 'vitest'
import { openChangeNumbers } from '../storage/index.ts'
import { queryPlans } from '../testing/query-plans.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { filledCatalog, select } from './fixtures/filled-catalog.ts'
import { manyHits } from './search/catalog-search.ts'
import { joinedHits } from './search/order/row-numbers.ts'
import { hitsInRange } from './search/words/first-hits.ts'

/** Enough items for lists whose first rows are given before all of them is found, or put in order. */
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
])('the first rows of "%s" come before its total, and are those of the whole list', (text, total) => {
  const reader = openCatalogReader({ db: database() })
  const first = reader.searchRows(select(text), 0, 100, undefined, true)
  const whole = reader.searchRows(select(text), 0, 100, undefined, true)
  expect(whole).toMatchObject({ isTotalExact: true, total })
  expect(first.rows).toEqual(whole.rows)
  // What is asked for from the second row on is cut from all hits in order.
  const listed = openCatalogReader({ db: database() }).searchRows(select(text), 1, 99)
  expect(listed.total).toBe(total)
  expect(whole.rows.slice(1)).toEqual(listed.rows)
  // Once all are in order, the first rows are theirs.
  reader.searchRows(select(text), 1, 99)
  expect(reader.searchRows(select(text), 0, 100)).toEqual(whole)
  // What only descriptions have follows what names have: all of it is found before the first is known.
  expect(first.isTotalExact).toBe(text === 'milk oat')
})

test('who does not say that a beginning is enough is given the whole at once', () => {
  const reader = openCatalogReader({ db: database() })
  expect(reader.searchRows(select('oat'), 0, 100)).toMatchObject({ isTotalExact: true, total: count })
})

test('a later window, a filter, an order and what is done with a selection take the whole list', () => {
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

test('after a change the first rows are given anew', () => {
  const reader = openCatalogReader({ db: database() })
  const record = () => openChangeNumbers(database()).raise(['items'])
  const writer = openCatalogWriter({ db: database(), now: () => 0, record })
  const ask = () => reader.searchRows(select('plain'), 0, 100, undefined, true)
  expect([ask().isTotalExact, ask().isTotalExact]).toEqual([false, true])
  writer.putItems([
    Buffer.from('<item id="new"><name>plain</name><lastUpdated>2020-01-01</lastUpdated></item>'),
  ])
  const [first, whole] = [ask(), ask()]
  expect(first.isTotalExact).toBe(false)
  expect(first.rows[0]?.id).toBe('new')
  expect(whole).toMatchObject({ isTotalExact: true, total: plain + 1, rows: first.rows })
})

test('the first rows are found by a range of row numbers and the index of the order', () => {
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
