/**
 * Fields with the same description in feeds and records. In a record a flag, number or measure may be
 * empty, in a feed it may not, so each passes different leaves.
 */
import { unitOptions } from '../../values/units.ts'
import { attribute, element, group, list } from '../kit/description.ts'
import type { Leaf } from '../kit/leaf.ts'
import { country, namedIdentifier, paragraph, text, unitOfMeasure, yesNoOptions } from './leaves.ts'

/** The leaves of feeds, which may not be empty, or of records, which may. */
interface SideLeaves<Decimal extends Leaf, Whole extends Leaf, YesNo extends Leaf> {
  decimal: Decimal
  wholeNumber: Whole
  yesNo: YesNo
}

export const companyTrackingId = group('CompanyTrackingId', {
  id: attribute(namedIdentifier, 'Tracking identifier', { help: 'Your own identifier of the item.' }),
  name: attribute(text, 'Tracking name'),
})

/** Whether the item is a private label of a retailer. */
export const privateLabelItem = <YesNo extends Leaf>(yesNo: YesNo) =>
  element(yesNo, 'Private label', { section: 'identity', help: 'Whether it is of a retailer’s own brand.' })

/** The measures of a package, and the number of units in it. */
export function packageMeasures<D extends Leaf, W extends Leaf, Y extends Leaf>({
  decimal,
  wholeNumber,
}: SideLeaves<D, W, Y>) {
  const measureIn = (name: string, ...quantities: Parameters<typeof unitOptions>) =>
    group(name, {
      measure: element(decimal, 'Measure'),
      uom: element(unitOfMeasure, 'Unit', { options: unitOptions(...quantities) }),
    })
  const length = measureIn('Length', 'length')
  const mass = measureIn('Mass', 'mass')
  /** The size of the content: mass, volume, length or count. */
  const size = measureIn('Content', 'mass', 'volume', 'length', 'count')
  return {
    length: element(length, 'Length', { usualUnit: 'CMT' }),
    height: element(length, 'Height', { usualUnit: 'CMT' }),
    width: element(length, 'Width', { usualUnit: 'CMT' }),
    weight: element(mass, 'Weight', { usualUnit: 'GRM', help: 'Gross weight, package included.' }),
    packageSize: element(size, 'Package size', { usualUnit: 'GRM' }),
    netWeight: element(size, 'Net content', { usualUnit: 'GRM' }),
    unitsInPackage: element(wholeNumber, 'Units in package'),
  }
}

/** The facts of a product: origin, directions, flags and two codes. */
export function productFacts<D extends Leaf, W extends Leaf, Y extends Leaf>({
  wholeNumber,
  yesNo,
}: SideLeaves<D, W, Y>) {
  const flag = (label: string) => element(yesNo, label, { section: 'compliance' })
  const code = (label: string) => element(wholeNumber, label, { section: 'compliance', isCode: true })
  return {
    seasonal: element(yesNo, 'Seasonal'),
    countryOfOrigin: element(country, 'Country of origin', { help: 'Where the product was made or grown.' }),
    warnings: list('warning', text, 'Warnings'),
    directions: element(paragraph, 'Directions'),
    isAerosol: flag('Aerosol'),
    isChemical: flag('Chemical'),
    isPesticide: flag('Pesticide'),
    hasBatteries: flag('Has batteries'),
    containsMercury: flag('Contains mercury'),
    hasFuelContainer: flag('Has a fuel container'),
    containsPaperWood: flag('Contains paper or wood'),
    hasExpiration: flag('Has an expiry date'),
    hasWarranty: flag('Has a warranty'),
    isProp65WarningRequired: flag('Proposition 65 warning required'),
    isTemperatureSensitive: flag('Temperature sensitive'),
    isControlledSubstance: flag('Controlled substance'),
    hasStateRestrictions: flag('Has state restrictions'),
    isNutritionFactsLabelRequired: flag('Nutrition facts label required'),
    compositeWoodCertificationCode: code('Composite wood certification code'),
    smallPartsWarnings: code('Small parts warning code'),
  }
}

/** Storage temperature, and whether food is kosher. */
export const foodIndicators = <YesNo extends Leaf>(yesNo: YesNo) => ({
  temperatureIndicator: element(text, 'Temperature', {
    help: 'How it is kept, such as ambient, chilled or frozen.',
  }),
  kosher: element(yesNo, 'Kosher', { input: 'flag', options: yesNoOptions }),
})
