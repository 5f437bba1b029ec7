import { expect, test } from 'vitest'
import type { DraftProblem } from '../../../../src-shared/feeds/draft/model.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { openCatalogWriter } from '../../../catalog/index.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openSandbox } from '../../targets/sandbox/fixtures/open-sandbox.ts'
import { openItemCheck } from './check-item.ts'

/** Suggested values of an item, by problem code. */
function suggested(sandbox: ReturnType<typeof openSandbox>, value: IngestItem) {
  const { problems } = openItemCheck(sandbox.db)('create', {
    key: 1,
    revision: 1,
    value,
    text: null,
    base: undefined,
  })
  return new Map(problems.map(({ code, suggestion }: DraftProblem) => [code, suggestion?.value]))
}
const withBrand = (brandId: string): Partial<IngestItem> => ({
  products: [{ type: 'grocery', description: 'Oats', brandId }],
})
const g = (text: string) => ({ uom: 'GRM', text })
const withFacts = (facts: Nutrition): Partial<IngestItem> => ({
  products: [
    { type: 'grocery', description: 'Oats', brandId: 'b1', grocery: { nutritions: [{}, facts] } },
  ] as IngestItem['products'],
})

test('suggests the entry of a list with nearly the same name, unless several are near', () => {
  using sandbox = openSandbox()
  const catalog = openCatalogWriter({ db: sandbox.db, now: () => 0, record: () => undefined })
  catalog.putLookups('brand', [
    { id: 'x1', name: 'Norrvik' },
    { id: 'x2', name: 'Ferrero GmbH' },
    { id: 'x3', name: 'Ferrera' },
    { id: 'x4', name: 'Solva One' },
    { id: 'x5', name: 'Solva Ona' },
  ])
  const brand = (text: string) => suggested(sandbox, sampleItem(1, withBrand(text))).get('BRAND_UNKNOWN')
  expect(['norvik', 'NORRVIK Ltd.', 'Ferrero', 'One Solva'].map(brand)).toEqual(['x1', 'x1', 'x2', 'x4'])
  expect(['Solva Onx', 'Something', 'Norrvik Foods'].map(brand)).toEqual([undefined, undefined, undefined])
})

test('calculates the energy of the panel concerned, and none from amounts that contradict each other', () => {
  using sandbox = openSandbox()
  const energyFor = (facts: Nutrition) =>
    suggested(sandbox, sampleItem(1, withFacts(facts))).get('ENERGY_NOT_OF_NUTRIENTS')
  const oats = { energy: '900', totalFat: g('8'), carbohydrates: g('37'), protein: g('3') }
  expect(energyFor(oats)).toBe('232')
  expect(energyFor({ ...oats, sugars: g('50') })).toBeUndefined()
})

test('suggests the manufacturer that the other items of the brand have', () => {
  using sandbox = openSandbox()
  sandbox.ingest('create', itemFeed(sampleItem(1, { manufacturerId: 'm1', ...withBrand('b1') })))
  const manufacturer = (brand: string) =>
    suggested(sandbox, sampleItem(2, { manufacturerId: '', ...withBrand(brand) })).get(
      'MANUFACTURER_REQUIRED',
    )
  expect(manufacturer('b1')).toBe('m1')
  expect(manufacturer('b2')).toBeUndefined()
})

test('suggests a unit for its beginning, and a view for a side in words', () => {
  using sandbox = openSandbox()
  const found = suggested(
    sandbox,
    sampleItem(1, {
      packageData: { netWeight: { measure: '5', uom: 'Fl' } },
      media: [{ url: 'https://pictures.example/1.jpg', view: 'Back' }],
    }),
  )
  expect([found.get('UNIT_UNKNOWN'), found.get('VIEW_UNKNOWN')]).toEqual(['OZA', 'A7C1'])
})
