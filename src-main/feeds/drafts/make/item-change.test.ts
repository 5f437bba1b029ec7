import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { ingestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { arbitraryOf } from '../../../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { changesBetween, type ItemState, withChange } from './item-change.ts'

const state: fc.Arbitrary<ItemState | undefined> = fc.option(
  fc.record({ value: arbitraryOf(ingestItem), text: fc.string() }, { requiredKeys: ['value'] }),
  { nil: undefined },
)
/** A value as stored: JSON has no `undefined`. */
const stored = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

test('applying and undoing changes restores both states exactly', () => {
  fc.assert(
    fc.property(state, state, (some, others) => {
      const [before, after] = [stored(some), stored(others)]
      const changes = stored(changesBetween(1, before, after))
      const done = changes.reduce((at, change) => withChange(at, change, 'do'), before)
      expect(done).toEqual(after)
      expect(changes.toReversed().reduce((at, change) => withChange(at, change, 'undo'), done)).toEqual(
        before,
      )
    }),
    { numRuns: numberOfCases(100) },
  )
})

test('reports only the changed field', () => {
  const before: ItemState = {
    value: { ecommerceTitle: 'Tea', products: [{ description: 'a', brandId: 'b' }] },
  }
  const after: ItemState = {
    value: { ecommerceTitle: 'Tea', products: [{ description: 'a', brandId: 'c' }] },
  }
  expect(changesBetween(7, before, after)).toEqual([
    { key: 7, at: ['value', 'products', 0, 'brandId'], before: 'b', after: 'c' },
  ])
})

test('undo restores an entry removed from a list, without changing the others', () => {
  const before: ItemState = { value: { productCodes: [{ text: '1' }, { text: '2' }] } }
  const after: ItemState = { value: { productCodes: [{ text: '2' }] } }
  const [change] = changesBetween(1, before, after)
  expect(change && withChange(after, change, 'undo')).toEqual(before)
})
