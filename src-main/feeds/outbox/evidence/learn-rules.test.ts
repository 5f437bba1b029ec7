import { expect, test } from 'vitest'
import type { Problem } from '../../../../src-shared/problem.ts'
import { rulesFromResults } from './learn-rules.ts'

const warning = (item: number, code: string, field: string): Problem => ({
  ...{ code, path: `items/item[${item}]/${field}`, message: '', severity: 'warning' },
})
const refusal = (place: number | undefined, code: string, path: string) => ({
  ...{ place, isAccepted: false, problems: [{ code, path, message: 'No' }] },
})
const accepted = (place: number) => ({ place, isAccepted: true, problems: [] })
const brand = 'products/product[1]/brandId'
const rule = { code: 'BRAND_UNKNOWN', field: 'products/product/brandId' }

test('learns the rule of the only warning at the refused field', () => {
  const warnings = [warning(2, rule.code, brand), warning(2, 'OTHER', 'ecommerceTitle')]
  const learn = (path: string, place?: number) =>
    rulesFromResults('create', warnings, [refusal(place, 'E17', path)]).refused
  expect(learn('item[2]/products/product[1]/brandId', 1)).toEqual([rule])
  expect(learn('brandId', 1)).toEqual([rule])
  expect(learn('brandId')).toEqual([rule])
  // Another item, another field, no field.
  expect([learn('brandId', 0), learn('packageData/weight', 1), learn('', 1)]).toEqual([[], [], []])
})

test("learns the rule with the service's code if there are two at a field, else none", () => {
  const warnings = [warning(1, rule.code, brand), warning(1, 'BRAND_ODD', brand)]
  const learn = (code: string) => rulesFromResults('create', warnings, [refusal(0, code, 'brandId')]).refused
  expect(learn('BRAND_UNKNOWN')).toEqual([rule])
  expect(learn('E17')).toEqual([])
})

test('does not learn a rule that also warned about an accepted item', () => {
  const warnings = [warning(1, rule.code, brand), warning(2, rule.code, brand)]
  expect(rulesFromResults('create', warnings, [refusal(0, 'E17', 'brandId'), accepted(1)])).toEqual({
    refused: [],
    accepted: [rule],
  })
})
