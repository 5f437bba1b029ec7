/** The ingest items payload: what creates, updates and refreshes items (specification, "Ingest items payload"). */
import { unitOptions } from '../units.ts'
import { contentPlus, entry } from './content-plus.ts'
import { otherAttributes } from './item.ts'
import { attribute, content, element, group, list, repeated, requiredAttribute } from './kit/description.ts'
import type { ValueOf } from './kit/value.ts'
import {
  country,
  decimal,
  namedIdentifier as identifier,
  paragraph,
  namedProductCode as productCodeText,
  text,
  unitOfMeasure,
  namedUrl as url,
  viewCode,
  wholeNumber,
  yesNo,
  yesNoApproximation,
} from './leaves.ts'
import { nutrition } from './nutrition.ts'

export const companyTrackingId = group('CompanyTrackingId', {
  id: attribute(identifier, 'Tracking identifier', { help: 'Your own identifier of the item.' }),
  name: attribute(text, 'Tracking name'),
})

export const ingestProductCode = group('ProductCode', {
  type: attribute(text, 'Kind of code', {
    input: 'choice',
    options: [{ value: 'GTIN', label: 'GTIN' }],
    help: 'GTIN for a global trade item number of 8, 12, 13 or 14 digits.',
  }),
  text: content(productCodeText, 'Code', { help: 'All digits, with leading zeros and check digit.' }),
})

export const ingestMedium = group('Medium', {
  view: attribute(viewCode, 'View', { help: 'GS1 view code, such as A1C1 for the front.' }),
  code: attribute(text, 'Version', { input: 'choice', options: [{ value: 'EDITED', label: 'Edited' }] }),
  url: element(url, 'Address', { help: 'Where the service fetches the file.' }),
})

const measureIn = (name: string, ...quantities: Parameters<typeof unitOptions>) =>
  group(name, {
    measure: element(decimal, 'Measure'),
    uom: element(unitOfMeasure, 'Unit', { options: unitOptions(...quantities) }),
  })
/** A length, height or width. */
export const lengthMeasure = measureIn('Length', 'length')
export const massMeasure = measureIn('Mass', 'mass')
/** A size of content: mass, volume, length or count. */
export const contentMeasure = measureIn('Content', 'mass', 'volume', 'length', 'count')

export const ingestPackageData = group('PackageData', {
  type: attribute(text, 'Kind', { input: 'choice', options: [{ value: 'Product', label: 'Product' }] }),
  approximation: attribute(yesNoApproximation, 'Measures are'),
  length: element(lengthMeasure, 'Length'),
  height: element(lengthMeasure, 'Height'),
  width: element(lengthMeasure, 'Width'),
  weight: element(massMeasure, 'Weight', { help: 'Gross weight, package included.' }),
  packageSize: element(contentMeasure, 'Package size'),
  netWeight: element(contentMeasure, 'Net content'),
  unitsInPackage: element(wholeNumber, 'Units in package'),
  packageType: element(text, 'Package type', { help: 'Such as box, bottle or bag.' }),
})

export const foodRelatedIndicators = group('FoodRelatedIndicators', {
  temperatureIndicator: element(text, 'Temperature', {
    help: 'How it is kept, such as ambient, chilled or frozen.',
  }),
  kosher: element(yesNo, 'Kosher'),
})

export const ingestGrocery = group('Grocery', {
  ingredients: element(paragraph, 'Ingredients', { help: 'As printed on the package.' }),
  kosherCodes: list('kosherCode', wholeNumber, 'Kosher codes'),
  foodRelatedIndicators: element(foodRelatedIndicators, 'Food indicators'),
  nutritions: list('nutrition', nutrition, 'Nutrition facts', { section: 'nutrition' }),
})

const flag = (label: string) => element(yesNo, label, { section: 'compliance' })

export const ingestProduct = group('Product', {
  type: attribute(text, 'Kind'),
  description: element(paragraph, 'Description'),
  brandId: element(identifier, 'Brand', { lookup: 'brand' }),
  brandDescription: element(text, 'Brand in words', { help: 'For a brand that is not in the list yet.' }),
  manufacturerId: element(identifier, 'Manufacturer', { lookup: 'manufacturer' }),
  seasonal: element(yesNo, 'Seasonal'),
  countryOfOrigin: element(country, 'Country of origin', { help: 'ISO 3166-1 code of two letters.' }),
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
  compositeWoodCertificationCode: element(wholeNumber, 'Composite wood certification code', {
    section: 'compliance',
  }),
  smallPartsWarnings: element(wholeNumber, 'Small parts warning code', { section: 'compliance' }),
  grocery: element(ingestGrocery, 'Grocery', { section: 'grocery' }),
})

/** Content+ for one retailer, inside an item feed. */
export const retailerContent = group('RetailerContent', {
  id: requiredAttribute(identifier, 'Retailer', {
    lookup: 'retailer',
  }),
  contentPlus: element(contentPlus, 'Content+'),
})

export const ingestItem = group('Item', {
  type: attribute(text, 'Kind of item', {
    section: 'identity',
    input: 'choice',
    options: [{ value: 'grocery', label: 'Grocery' }],
  }),
  companyTrackingId: element(companyTrackingId, 'Company tracking', { section: 'identity' }),
  ecommerceTitle: element(text, 'E-commerce title', {
    section: 'identity',
    help: 'The name shown in a shop.',
  }),
  ecommerceDescription: list('entry', entry, 'E-commerce description', { section: 'identity' }),
  frontOfPackageText: element(paragraph, 'Text on the front', { section: 'package' }),
  restOfPackageText: element(paragraph, 'Text on the other sides', { section: 'package' }),
  productCodes: list('productCode', ingestProductCode, 'Product codes', { section: 'identity' }),
  manufacturerId: element(identifier, 'Manufacturer', {
    section: 'identity',
    lookup: 'manufacturer',
  }),
  distributorId: element(identifier, 'Distributor', { section: 'identity', lookup: 'distributor' }),
  importerId: element(identifier, 'Importer', { section: 'identity', lookup: 'distributor' }),
  categoryId: element(identifier, 'Category', {
    section: 'identity',
    lookup: 'category',
    help: 'The number of its classification.',
  }),
  privateLabelItem: element(yesNo, 'Private label', { section: 'identity' }),
  media: list('medium', ingestMedium, 'Media', { section: 'media' }),
  packageData: element(ingestPackageData, 'Package', { section: 'package' }),
  contentPlus: element(contentPlus, 'Content+', { section: 'contentPlus' }),
  manufacturerContent: list('retailers', retailerContent, 'Retailer content', { section: 'retailerContent' }),
  products: list('product', ingestProduct, 'Products', { section: 'product' }),
  attributes: element(otherAttributes, 'Attributes', {
    section: 'record',
    help: 'Empty; present when items are created or refreshed.',
  }),
})

export const ingestItems = group('Items', {
  item: repeated(ingestItem, 'Items', { atLeastOne: true }),
})

export type IngestProductCode = ValueOf<typeof ingestProductCode>
export type IngestMedium = ValueOf<typeof ingestMedium>
export type Measure = ValueOf<typeof contentMeasure>
export type IngestPackageData = ValueOf<typeof ingestPackageData>
export type IngestGrocery = ValueOf<typeof ingestGrocery>
export type IngestProduct = ValueOf<typeof ingestProduct>
export type RetailerContent = ValueOf<typeof retailerContent>
export type IngestItem = ValueOf<typeof ingestItem>
export type IngestItems = ValueOf<typeof ingestItems>
