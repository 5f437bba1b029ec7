import { expect, test } from 'vitest'
import { scanItem } from '../scan/item-scanner.ts'
import { assembleAnswer, partActions } from './answer-parts.ts'

/** A record with one of each element that records contain in addition to the specification's table. */
const record = `<item id="1"><companyTrackingId id="t"/><name>Tea</name><ecommerceDescription>Tea</ecommerceDescription><ecommerceDescription lang="fr">Du thé</ecommerceDescription><privateLabelItem>N</privateLabelItem><packageData><length><measure>9</measure></length><information>Tin</information></packageData><products><product><countryOfOrigin>IN</countryOfOrigin><directions>Brew</directions><isAerosol>N</isAerosol><grocery><foodRelatedIndicators><vegan>Y</vegan></foodRelatedIndicators><nutritionalClaims><lowFat>Y</lowFat></nutritionalClaims><certifications><certificate>Organic</certificate></certifications><recycleCodes>1</recycleCodes><nutritions><nutrition title="Brewed"><potassium uom="MGM">1</potassium></nutrition></nutritions></grocery></product></products></item>`
const ofPackageAndNutrition = ['length', 'information', 'title', 'potassium']
const others = [
  'companyTrackingId',
  'privateLabelItem',
  'countryOfOrigin',
  'directions',
  'isAerosol',
  'foodRelatedIndicators',
  'nutritionalClaims',
  'certifications',
  'recycleCodes',
  'ecommerceDescription',
]

const answered = (
  profile: 'complete' | 'standard' | 'listing' | 'analytics',
  version: 'v2' | 'v2.1' = 'v2.1',
): string => {
  const body = Buffer.from(record)
  const outline = Uint32Array.from(scanItem(body).outline)
  return Buffer.from(assembleAnswer(body, outline, partActions(version, profile, 'none')).body).toString()
}
const found = (text: string, names: readonly string[]) =>
  names.filter((name) => new RegExp(`[< ]${name}\\b`).test(text))

test('includes the elements of each profile in all languages', () => {
  expect(answered('complete')).toBe(record)
  expect(answered('standard')).toBe(record)
  expect(found(answered('listing'), [...ofPackageAndNutrition, ...others])).toEqual([])
  expect(found(answered('analytics'), ofPackageAndNutrition)).toEqual(ofPackageAndNutrition)
  expect(found(answered('analytics'), others)).toEqual([])
  expect(found(answered('complete', 'v2'), others)).toEqual(others.slice(0, -1))
})
