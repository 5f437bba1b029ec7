import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatalogSelection } from '../../src-shared/catalog/model.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { type ItemFixture, itemBytes } from './fixtures/item-fixture.ts'
import { openItemAbsence } from './item-absence.ts'
import { itemOrder, openSelections } from './search/item-selection.ts'

/** Filters the items that the service no longer lists. */
let database: ReturnType<typeof openTemporaryDatabase>
const items: ItemFixture[] = Array.from({ length: 60 }, (_, index) => ({
  id: `i${index}`,
  name: index % 2 === 0 ? 'Oat drink' : 'Rye bread',
  brand: index % 3 === 0 ? ['b1', 'Alpine'] : ['b2', 'Fizz'],
  updated: new Date(Date.UTC(2026, 0, 1) + (60 - index) * 1000).toISOString(),
}))
beforeEach(() => {
  database = openTemporaryDatabase()
  const { db } = database
  openCatalogWriter({ db, now: () => 0, record: () => undefined }).putItems(items.map(itemBytes))
  const seqs = db.prepare<[], number>("SELECT seq FROM item WHERE id IN ('i3', 'i4', 'i6')").pluck().all()
  openItemAbsence(db).mark(seqs, { kind: 'sync', reference: 'run' })
})
afterEach(() => database[Symbol.dispose]())

const rows = (more: Partial<CatalogSelection> = {}) =>
  openCatalogReader({ db: database.db })
    .searchRows({ text: '', brandIds: [], manufacturerIds: [], notListed: true, ...more }, 0, 50)
    .rows.map(({ id }) => id)

test('lists, searches and counts them in the usual order', () => {
  expect(rows()).toEqual(['i6', 'i4', 'i3'])
  expect(rows({ text: 'oat' })).toEqual(['i6', 'i4'])
  expect(rows({ brandIds: ['b1'] })).toEqual(['i6', 'i3'])
  expect(rows({ text: 'oat', brandIds: ['b2'] })).toEqual(['i4'])
  expect(rows({ notListed: false })).toHaveLength(50)
  const facets = openCatalogReader({ db: database.db }).facets({
    ...{ text: '', brandIds: [], manufacturerIds: [], notListed: true },
  })
  expect(facets.brands).toEqual([
    { id: 'b1', name: 'Alpine', count: 2 },
    { id: 'b2', name: 'Fizz', count: 1 },
  ])
})

test('marks an item once', () => {
  const { db } = database
  const seqs = db.prepare<[], number>("SELECT seq FROM item WHERE id IN ('i3', 'i9')").pluck().all()
  const absence = openItemAbsence(db)
  expect(absence.mark(seqs, { kind: 'sync', reference: 'next' })).toBe(1)
  expect(absence.mark([], { kind: 'sync', reference: 'none' })).toBe(0)
  expect(absence.count()).toBe(4)
})

test('reads only the marks and their items, not the whole catalog', () => {
  const { text, parameters } = openSelections(database.db)({ notListed: true })
  const plan = database.db
    .prepare<unknown[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT item.seq ${text} ORDER BY ${itemOrder}`,
    )
    .all(...parameters)
    .map(({ detail }) => detail)
    .join('; ')
  expect(plan).toMatch(/SEARCH item USING INTEGER PRIMARY KEY \(rowid=\?\)/)
  expect(plan).not.toMatch(/SCAN item\b/)
})
