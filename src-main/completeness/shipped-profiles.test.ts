import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstDefaultId, isForContentPlus, serviceProfileId } from '../../src-shared/completeness/model.ts'
import { validateProfile } from '../../src-shared/completeness/read-profile.ts'
import { scoreItem } from '../../src-shared/completeness/score-item.ts'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { type IngestItem, ingestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { arbitraryOf } from '../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { checkIngestItem, itemGtins } from '../../src-shared/vocabulary/rules/ingest-rules.ts'
import { shippedProfiles } from './shipped-profiles.ts'

const profileOf = (id: string) => {
  const found = shippedProfiles().find((one) => one.id === id)
  if (!found) throw new Error(`No profile ${id} is shipped.`)
  return found.profile
}

test.each(shippedProfiles())('$id is valid: all its paths are in the vocabulary', ({ profile }) => {
  expect(validateProfile(profile)).toEqual({ profile })
})

test('includes a profile for Content+ with a retailer, and the initial defaults', () => {
  expect(shippedProfiles().some(({ profile }) => isForContentPlus(profile) && profile.retailer)).toBe(true)
  expect(profileOf(firstDefaultId).kinds).toContain('create')
  expect(new Set(shippedProfiles().map(({ profile }) => profile.name)).size).toBe(shippedProfiles().length)
})

test('the service profile requires exactly the values required by the rules', () => {
  const service = profileOf(serviceProfileId)
  const title = fc.constantFrom('', ' ', 'Oats')
  const found = fc.record({
    item: arbitraryOf(ingestItem),
    given: fc.record(
      {
        type: title,
        ecommerceTitle: title,
        manufacturerId: title,
        categoryId: title,
        productCodes: fc.constantFrom<NonNullable<IngestItem['productCodes']>[]>(
          [],
          [{ text: '00012345678905' }],
          [{ type: 'SKU', text: '00012345678905' }],
        ),
        products: fc.array(
          fc.record(
            { description: title, brandId: title, brandDescription: title },
            { requiredKeys: [], noNullPrototype: true },
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  })
  let complete = 0
  fc.assert(
    fc.property(found, ({ item, given }) => {
      const candidate: IngestItem = { ...item, ...given }
      const codes = checkIngestItem(candidate, kinds.create).map(({ code }) => code)
      const isSound =
        !codes.some((code) => code.endsWith('_REQUIRED') && code !== 'GTIN_REQUIRED') &&
        itemGtins(candidate).length > 0
      const { required } = scoreItem(service, candidate)
      expect(required.met === required.of).toBe(isSound)
      if (isSound) complete++
    }),
    // The full number of runs also in the suite: only one item in hundreds is complete.
    { numRuns: 1000 },
  )
  expect(complete).toBeGreaterThan(0)
})
