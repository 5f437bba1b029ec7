import { expect, test } from 'vitest'
import type { DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { contentPlusRules } from '../../../../../src-shared/vocabulary/rules/content-plus-rules.ts'
import { ingestRules } from '../../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { valueRules } from '../../../../../src-shared/vocabulary/rules/value-rules.ts'
import { isMissingValue } from '../form/required-fields.ts'
import { faultCodes } from './fault-words.ts'
import { groupText, isOutsideFeed } from './problem-words.ts'

const group = (more: Partial<DraftProblemGroup>): DraftProblemGroup => ({
  code: 'X',
  path: '',
  severity: 'warning',
  message: 'One message.',
  differs: true,
  items: 31,
  suggested: 0,
  fixes: [],
  canRefresh: false,
  canDrop: false,
  ...more,
})
const title = (more: Partial<DraftProblemGroup>) => groupText('create', group(more)).title
const energy = {
  code: 'ENERGY_NOT_OF_NUTRIENTS',
  path: 'products/product/grocery/nutritions/nutrition/energy',
}

test('has words for every rule', () => {
  const codes = [...ingestRules, ...valueRules, ...contentPlusRules].map(({ code }) => code)
  expect(codes.filter((code) => !faultCodes.has(code) && !isMissingValue({ code }))).toEqual([])
})

test('says the fault with its value, and the fix by its name', () => {
  const unit = {
    code: 'UNIT_UNKNOWN',
    path: 'packageData/netWeight/uom',
    column: 'packageData/netWeight/uom',
    found: 'Fl',
    suggested: 31,
    fixes: [{ value: 'OZA', items: 31 }],
  }
  expect(title(unit)).toBe('31 items: “Fl” is not a unit (Net content): use fl oz (fluid ounce (US))')
  expect(title({ ...unit, fixes: [] })).toBe('31 items: “Fl” is not a unit (Net content)')
  const brand = { code: 'BRAND_UNKNOWN', path: 'products/product/brandId', column: 'products/0/brandId' }
  expect(
    title({ ...brand, found: 'Norvik', items: 1, fixes: [{ value: 'b1', name: 'Norrvik', items: 1 }] }),
  ).toBe('1 item: “Norvik” is not a brand of the list: use Norrvik')
})

test('does not name one value for items that need different ones', () => {
  const fixes = [
    { value: '120', items: 1 },
    { value: '90', items: 1 },
  ]
  expect(title({ ...energy, column: 'products/0/grocery/nutritions/0/energy', suggested: 2, fixes })).toBe(
    '31 items: energy does not fit fat, carbohydrates and protein: calculate it from the nutrients',
  )
})

test('never consists of the name of a field alone', () => {
  expect(title({ code: 'SOMETHING_ELSE', path: 'ecommerceTitle' })).toBe(
    '31 items: e-commerce title has a problem',
  )
  expect(title({ code: 'REFUSED:X', path: 'ecommerceTitle' })).toBe(
    '31 items: refused by the service: E-commerce title',
  )
  expect(title({ code: 'invalid', path: 'ecommerceTitle', differs: false })).toBe('31 items: One message.')
})

test('says that a name stands in place of an identifier', () => {
  const fixes = [{ value: 'b953', name: 'Bob’s Mill', items: 31 }]
  expect(
    title({
      code: 'BRAND_UNKNOWN',
      path: 'products/product/brandId',
      column: 'products/0/brandId',
      found: 'BOB’S MILL',
      fixes,
    }),
  ).toBe('31 items: “BOB’S MILL” is a name, and here belongs its identifier (Brand): use the identifier b953')
})

test('tells the fields that an update does not change', () => {
  expect(isOutsideFeed('update', group(energy))).toBe(true)
  expect(isOutsideFeed('update', group({ path: 'ecommerceDescription/text' }))).toBe(false)
  expect(isOutsideFeed('update', group({ path: 'productCodes' }))).toBe(false)
  expect(isOutsideFeed('refresh', group(energy))).toBe(false)
})

test('says of a refresh that the copy does not show everything it replaces', () => {
  expect(title({ code: 'REFRESH_UNSEEN' })).toBe(
    '31 items: the refresh replaces content that the copy of the catalog does not show',
  )
})
