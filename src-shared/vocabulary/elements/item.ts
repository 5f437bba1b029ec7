/** The item record, as returned by an item search (specification, "Item record"). */

import {
  attribute,
  content,
  element,
  group,
  list,
  optionalRepeated,
  repeated,
  requiredAttribute,
} from '../kit/description.ts'
import type { ValueOf } from '../kit/value.ts'
import {
  companyTrackingId,
  foodIndicators,
  packageMeasures,
  privateLabelItem,
  productFacts,
} from './common-fields.ts'
import { entry } from './content-plus.ts'
import {
  decimalOrEmpty,
  identifier,
  paragraph,
  productCodeText,
  text,
  timestamp,
  timestampOrEmpty,
  trueFalse,
  url,
  viewCode,
  wholeNumber,
  wholeNumberOrEmpty,
  yesNoOrEmpty,
} from './leaves.ts'
import { nutrition } from './nutrition.ts'

/** Elements of a record may be empty. */
const leaves = { decimal: decimalOrEmpty, wholeNumber: wholeNumberOrEmpty, yesNo: yesNoOrEmpty }

const productCode = group('ProductCode', {
  type: attribute(text, 'Kind of code', { help: 'Such as GTIN or UPC.' }),
  text: content(productCodeText, 'Code', { help: 'As given; leading zeros count.' }),
})

const category = group('Category', {
  type: attribute(text, 'Classification', { help: 'The scheme, such as GPC.' }),
  id: attribute(identifier, 'Identifier'),
  text: content(text, 'Label'),
})

/** A name with its identifier in a lookup list. */
const named = (lookup: 'brand' | 'manufacturer', name: string, label: string) =>
  group(name, {
    id: attribute(identifier, `${label} identifier`, { lookup }),
    text: content(text, label),
  })

/** The time of an event, with the identifier of the user. */
const stamp = group('Stamp', {
  id: attribute(identifier, 'By', { help: 'Identifier of who did it.' }),
  text: content(timestamp, 'When'),
})

export const medium = group('Medium', {
  type: attribute(text, 'Version', {
    input: 'choice',
    options: [
      { value: 'edited', label: 'Edited' },
      { value: 'original', label: 'Original' },
    ],
    help: 'edited or original.',
  }),
  view: attribute(viewCode, 'View', { help: 'GS1 view code, such as A1C1 for the front.' }),
  mimeType: attribute(text, 'Media type', { help: 'Such as image/jpeg.' }),
  imageSource: attribute(text, 'Source'),
  added: attribute(timestampOrEmpty, 'Added'),
  description: element(text, 'Description'),
  url: element(url, 'Address', { help: 'Full address of the file.' }),
})

const packageType = group('PackageType', {
  id: attribute(identifier, 'Identifier'),
  text: content(text, 'Kind of package'),
})

const measures = packageMeasures(leaves)

export const packageData = group('PackageData', {
  type: attribute(text, 'Kind'),
  approximation: attribute(trueFalse, 'Approximate'),
  ...measures,
  dryWeight: element(measures.netWeight.type, 'Dry weight', { help: 'Without the liquid around it.' }),
  packageType: element(packageType, 'Package type'),
  information: element(paragraph, 'Information'),
})

const containerRefund = group('ContainerRefund', {
  local: element(text, 'Region', { help: 'Code of the region that pays it.' }),
  amount: element(text, 'Refund amount', { help: 'With its currency, such as $0.05.' }),
})

/**
 * Besides the two indicators that a feed has, any number of single words such as `glutenFree`; each is
 * stored under its name.
 */
const foodRelatedIndicators = group('FoodRelatedIndicators', foodIndicators(text), { open: true })

/** Claims of one word, such as `lowFat`; any claim is stored under its name. */
const nutritionalClaims = group('NutritionalClaims', {}, { open: true })

export const grocery = group('Grocery', {
  ingredients: element(paragraph, 'Ingredients'),
  kosherCodes: list('kosherCode', text, 'Kosher codes', { isCode: true }),
  foodRelatedIndicators: element(foodRelatedIndicators, 'Food indicators'),
  nutritionalClaims: element(nutritionalClaims, 'Nutritional claims'),
  certifications: list('certificate', text, 'Certifications'),
  recycleCodes: element(text, 'Recycling codes'),
  containerRefunds: list('containerRefund', containerRefund, 'Container refunds'),
  nutritions: list('nutrition', nutrition, 'Nutrition facts', {
    section: 'nutrition',
    one: 'Nutrition panel',
  }),
})

export const product = group('Product', {
  sequence: attribute(wholeNumber, 'Sequence', { help: 'Order of the products in the package, from 1.' }),
  id: attribute(identifier, 'Identifier'),
  type: attribute(text, 'Kind'),
  description: element(paragraph, 'Description'),
  brand: element(named('brand', 'Brand', 'Brand'), 'Brand'),
  manufacturer: element(named('manufacturer', 'Manufacturer', 'Manufacturer'), 'Manufacturer'),
  ...productFacts(leaves),
  grocery: element(grocery, 'Grocery', { section: 'grocery' }),
})

const party = group('Party', {
  name: element(text, 'Name'),
  address: element(paragraph, 'Address'),
  email: element(text, 'E-mail'),
  phone: element(text, 'Telephone'),
  url: element(url, 'Web site'),
})

/** The specification does not define its content; everything is kept. */
export const otherAttributes = group('OtherAttributes', {}, { open: true })

export const item = group('Item', {
  id: requiredAttribute(identifier, 'Identifier', { section: 'identity' }),
  status: attribute(text, 'Status', {
    section: 'record',
    help: 'The letter the service gives; P is the one shown.',
  }),
  companyTrackingId: element(companyTrackingId, 'Company tracking', { section: 'identity' }),
  name: element(text, 'Name', { section: 'identity' }),
  marketingDescription: element(paragraph, 'Marketing description', { section: 'identity' }),
  otherDescription: element(paragraph, 'Other description', { section: 'identity' }),
  ecommerceDescription: optionalRepeated(entry, 'E-commerce description', {
    section: 'identity',
    help: 'Once for each language; without a language it is English. Version 2.1 only.',
  }),
  manufacturerEcommerceDescription: optionalRepeated(entry, 'Manufacturer e-commerce description', {
    section: 'contentPlus',
    help: 'The e-commerce description out of Content+, once for each language. Version 2.1 only.',
  }),
  upcs: list('upc', productCode, 'Product codes', { section: 'identity' }),
  categories: list('category', category, 'Categories', { section: 'identity' }),
  privateLabelItem: privateLabelItem(yesNoOrEmpty),
  created: element(stamp, 'Created', { section: 'record' }),
  lastUpdated: element(stamp, 'Last updated', { section: 'record' }),
  media: list('medium', medium, 'Media', {
    section: 'media',
    one: 'Picture',
    help: 'Present when image parameters were given.',
  }),
  packageData: element(packageData, 'Package', { section: 'package' }),
  products: list('product', product, 'Products', { section: 'product' }),
  packageDistributor: element(party, 'Distributor', { section: 'parties' }),
  packageImporter: element(party, 'Importer', { section: 'parties' }),
  attributes: element(otherAttributes, 'Attributes', { section: 'record' }),
})

export const items = group('Items', {
  start: requiredAttribute(wholeNumber, 'Start', { help: '0-based position of the first record.' }),
  count: requiredAttribute(wholeNumber, 'Count', { help: 'Records in this answer.' }),
  total: requiredAttribute(wholeNumber, 'Total', { help: 'Records that match.' }),
  item: repeated(item, 'Items'),
})

export type Category = ValueOf<typeof category>
export type Medium = ValueOf<typeof medium>
export type PackageData = ValueOf<typeof packageData>
export type Grocery = ValueOf<typeof grocery>
export type Product = ValueOf<typeof product>
export type Party = ValueOf<typeof party>
export type Item = ValueOf<typeof item>
