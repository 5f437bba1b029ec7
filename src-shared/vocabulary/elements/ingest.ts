/**
 * The ingest items payload, which creates, updates and refreshes items (specification, "Ingest items
 * payload").
 */

import { attribute, content, element, group, list, repeated, requiredAttribute } from '../kit/description.ts'
import type { ValueOf } from '../kit/value.ts'
import {
  companyTrackingId,
  foodIndicators,
  packageMeasures,
  privateLabelItem,
  productFacts,
} from './common-fields.ts'
import { contentPlus, entry } from './content-plus.ts'
import { otherAttributes } from './item.ts'
import {
  decimal,
  namedIdentifier as identifier,
  paragraph,
  namedProductCode as productCodeText,
  text,
  namedUrl as url,
  viewCode,
  wholeNumber,
  yesNo,
  yesNoApproximation,
} from './leaves.ts'
import { nutrition } from './nutrition.ts'

/** Feeds are validated strictly: an existing element must not be empty. */
const leaves = { decimal, wholeNumber, yesNo }

const ingestProductCode = group('ProductCode', {
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

export const ingestPackageData = group('PackageData', {
  type: attribute(text, 'Kind of package', {
    input: 'choice',
    options: [{ value: 'Product', label: 'Product' }],
    help: 'What is measured: the product as it is sold.',
  }),
  approximation: attribute(yesNoApproximation, 'Measures', {
    help: 'Whether the sizes below were measured or are about right.',
  }),
  ...packageMeasures(leaves),
  packageType: element(text, 'Package type', { help: 'Such as box, bottle or bag.' }),
})

const foodRelatedIndicators = group('FoodRelatedIndicators', foodIndicators(yesNo))

export const ingestGrocery = group('Grocery', {
  ingredients: element(paragraph, 'Ingredients', { help: 'As printed on the package.' }),
  kosherCodes: list('kosherCode', wholeNumber, 'Kosher codes', { isCode: true }),
  foodRelatedIndicators: element(foodRelatedIndicators, 'Food indicators'),
  nutritions: list('nutrition', nutrition, 'Nutrition facts', {
    section: 'nutrition',
    one: 'Nutrition panel',
  }),
})

const facts = productFacts(leaves)
/** The facts of a product with the same names in its record, in the order of the vocabulary. */
export const productFactNames = Object.keys(facts) as (keyof typeof facts)[]

export const ingestProduct = group('Product', {
  type: attribute(text, 'Kind of product', {
    help: 'A word of your own for it. Most feeds leave it empty.',
  }),
  description: element(paragraph, 'Description'),
  brandId: element(identifier, 'Brand', { lookup: 'brand' }),
  brandDescription: element(text, 'Brand in words', { help: 'For a brand that is not in the list yet.' }),
  manufacturerId: element(identifier, 'Manufacturer of the product', {
    lookup: 'manufacturer',
    help: 'Only where it is another than the manufacturer of the item.',
  }),
  ...facts,
  grocery: element(ingestGrocery, 'Grocery', { section: 'grocery' }),
})

/** Content+ for one retailer, in an item feed. */
const retailerContent = group('RetailerContent', {
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
    help: 'What kind of goods it is, out of the list of categories.',
  }),
  privateLabelItem: privateLabelItem(yesNo),
  media: list('medium', ingestMedium, 'Media', { section: 'media', one: 'Picture' }),
  packageData: element(ingestPackageData, 'Package', { section: 'package' }),
  contentPlus: element(contentPlus, 'Content+', { section: 'contentPlus' }),
  manufacturerContent: list('retailers', retailerContent, 'Retailer content', {
    section: 'retailerContent',
    one: 'Retailer',
  }),
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
/** A number with its unit. */
export type Measure = NonNullable<ValueOf<typeof ingestPackageData>['packageSize']>
export type IngestPackageData = ValueOf<typeof ingestPackageData>
export type IngestGrocery = ValueOf<typeof ingestGrocery>
export type IngestProduct = ValueOf<typeof ingestProduct>
export type IngestItem = ValueOf<typeof ingestItem>
export type IngestItems = ValueOf<typeof ingestItems>
