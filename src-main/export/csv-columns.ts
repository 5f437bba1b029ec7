/**
 * The columns of a table of items: one row an item, its first product. Their names are the vocabulary's labels, and
 * where the import has a field for one it knows it by that name (`field`), so that a table that was exported can be
 * imported again. What has no place in one row (pictures, nutrition facts, further products) stays in the records.
 */
import { unitSymbol } from '../../src-shared/units.ts'
import { flagNames } from '../../src-shared/vocabulary/common-fields.ts'
import { type Item, item as itemGroup, packageData, product } from '../../src-shared/vocabulary/item.ts'
import { gtinPath, mainCategory as mainOf, namePath, usableGtin } from '../import/index.ts'

export interface CsvColumn {
  heading: string
  /** Path of the field the import fills from it; absent where it fills none. */
  field?: string
  cell(item: Item): string | undefined
}

const record = itemGroup.fields
const ofPackage = packageData.fields
const ofProduct = product.fields
const ofGrocery = ofProduct.grocery.type.fields
const ofIndicators = ofGrocery.foodRelatedIndicators.type.fields
const productPath = 'products/product'

const first = (item: Item) => item.products?.[0]
/** As the import takes several texts apart again. */
const lines = (texts: readonly string[] | undefined) => texts?.filter(Boolean).join(' | ')

/** The first code the import would take, else the first that is digits as a GTIN is: the import says what is wrong. */
function mainCode({ upcs = [] }: Item): string | undefined {
  const codes = upcs.map(({ text }) => text.trim())
  return codes.find((code) => 'gtin' in usableGtin(code)) ?? codes.find((code) => /^\d{8,14}$/.test(code))
}

/** The category the import would choose of all of them. */
const mainCategory = ({ categories = [] }: Item): string | undefined =>
  mainOf(categories.map(({ type = '', id = '', text }) => ({ scheme: type, id: id || text })))?.id

const indicatorPath = `${productPath}/grocery/foodRelatedIndicators`
const measureColumns: CsvColumn[] = (
  ['length', 'height', 'width', 'weight', 'packageSize', 'netWeight'] as const
).map((key) => ({
  heading: ofPackage[key].label,
  field: `packageData/${key}`,
  cell(item) {
    const { measure = '', uom = '' } = item.packageData?.[key] ?? {}
    return measure && `${measure} ${unitSymbol(uom)}`.trim()
  },
}))
const factColumns: CsvColumn[] = (
  [
    'countryOfOrigin',
    'directions',
    'seasonal',
    ...flagNames,
    'compositeWoodCertificationCode',
    'smallPartsWarnings',
  ] as const
).map((key) => ({
  heading: ofProduct[key].label,
  field: `${productPath}/${key}`,
  cell: (item) => first(item)?.[key],
}))

export const csvColumns: readonly CsvColumn[] = [
  { heading: 'Item identifier', cell: (item) => item.id },
  { heading: record.status.label, cell: (item) => item.status },
  {
    heading: 'GTIN',
    field: gtinPath,
    cell: mainCode,
  },
  {
    heading: record.upcs.label,
    cell: ({ upcs }) => lines(upcs?.map(({ type, text }) => [type, text].filter(Boolean).join(' '))),
  },
  { heading: record.name.label, field: namePath, cell: (item) => item.name },
  {
    heading: ofProduct.brand.label,
    field: `${productPath}/brandDescription`,
    cell: (item) => first(item)?.brand?.text,
  },
  { heading: 'Brand identifier', cell: (item) => first(item)?.brand?.id },
  {
    heading: ofProduct.manufacturer.label,
    field: 'manufacturerId',
    cell: (item) => first(item)?.manufacturer?.text,
  },
  { heading: 'Manufacturer identifier', cell: (item) => first(item)?.manufacturer?.id },
  { heading: 'Type', field: '@type', cell: (item) => first(item)?.type },
  { heading: 'Category id', field: 'categoryId', cell: mainCategory },
  {
    heading: 'All categories',
    cell: ({ categories }) =>
      lines(categories?.map(({ type, id, text }) => [type, id, text].filter(Boolean).join(' '))),
  },
  {
    heading: record.marketingDescription.label,
    field: 'frontOfPackageText',
    cell: (item) => item.marketingDescription,
  },
  {
    heading: record.otherDescription.label,
    field: 'restOfPackageText',
    cell: (item) => item.otherDescription,
  },
  {
    heading: record.ecommerceDescription.label,
    field: 'ecommerceDescription/entry',
    cell: (item) => item.ecommerceDescription?.[0]?.text,
  },
  {
    heading: record.manufacturerEcommerceDescription.label,
    cell: (item) => item.manufacturerEcommerceDescription?.[0]?.text,
  },
  {
    heading: 'Product description',
    field: `${productPath}/description`,
    cell: (item) => first(item)?.description,
  },
  {
    heading: ofProduct.warnings.label,
    field: `${productPath}/warnings/warning`,
    cell: (item) => lines(first(item)?.warnings),
  },
  {
    heading: ofGrocery.ingredients.label,
    field: `${productPath}/grocery/ingredients`,
    cell: (item) => first(item)?.grocery?.ingredients,
  },
  {
    heading: ofGrocery.kosherCodes.label,
    field: `${productPath}/grocery/kosherCodes/kosherCode`,
    cell: (item) => lines(first(item)?.grocery?.kosherCodes),
  },
  ...measureColumns,
  {
    heading: ofPackage.unitsInPackage.label,
    field: 'packageData/unitsInPackage',
    cell: (item) => item.packageData?.unitsInPackage,
  },
  ...factColumns,
  {
    heading: ofIndicators.temperatureIndicator.label,
    field: `${indicatorPath}/temperatureIndicator`,
    cell: (item) => first(item)?.grocery?.foodRelatedIndicators?.temperatureIndicator,
  },
  {
    // The import takes "Kosher" for the codes, from which it follows.
    heading: 'Food is kosher',
    cell: (item) => first(item)?.grocery?.foodRelatedIndicators?.kosher,
  },
  {
    heading: record.privateLabelItem.label,
    field: 'privateLabelItem',
    cell: (item) => item.privateLabelItem,
  },
  {
    heading: 'Tracking identifier',
    field: 'companyTrackingId/@id',
    cell: (item) => item.companyTrackingId?.id,
  },
  {
    heading: 'Tracking name',
    field: 'companyTrackingId/@name',
    cell: (item) => item.companyTrackingId?.name,
  },
  {
    heading: ofPackage.packageType.label,
    field: 'packageData/packageType',
    cell: (item) => item.packageData?.packageType?.text,
  },
  { heading: 'Package kind', cell: (item) => item.packageData?.type },
  {
    heading: record.packageDistributor.label,
    field: 'distributorId',
    cell: (item) => item.packageDistributor?.name,
  },
  {
    heading: record.packageImporter.label,
    field: 'importerId',
    cell: (item) => item.packageImporter?.name,
  },
  { heading: 'Products in the item', cell: (item) => String(item.products?.length ?? 0) },
  { heading: record.created.label, cell: (item) => item.created?.text },
  { heading: 'Created by', cell: (item) => item.created?.id },
  { heading: record.lastUpdated.label, cell: (item) => item.lastUpdated?.text },
  { heading: 'Last updated by', cell: (item) => item.lastUpdated?.id },
]
