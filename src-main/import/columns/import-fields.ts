import type { ColumnMapping, ImportField } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { quantitiesOfUnits, type Unit } from '../../../src-shared/values/units.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { type FormField, form } from '../../../src-shared/vocabulary/kit/form.ts'

/** How the text of a column is converted to the value of a field. */
export type Reading =
  | 'gtin'
  | 'text'
  | 'texts'
  | 'flag'
  | 'whole'
  | 'decimal'
  | 'country'
  | 'measure'
  | 'nutrient'
  | 'energy'
  | 'servings'
  | 'media'
  | 'languages'
  | 'kind'
  | 'category'
  | 'manufacturer'
  | 'distributor'
  | 'brand'
  | 'unit'
  | 'dimensions'
  | 'kosher'

/** One key in the path from an item to a field; for a list, its first entry is used. */
export interface Step {
  key: string
  list: boolean
}

/** A field of the ingest vocabulary that a column can be mapped to. */
export interface TargetField extends Omit<ImportField, 'numeric'> {
  reading: Reading
  /** Path from the item to the field. */
  steps: Step[]
  /** Quantities that the unit of its number can measure; absent for fields without a unit. */
  quantities?: ReadonlySet<Unit['quantity']>
}

const root = 'items/item/'

/** Fields with a special conversion; all others are derived from the vocabulary. */
const special: Record<string, Reading> = {
  '@type': 'kind',
  'productCodes/productCode': 'gtin',
  'ecommerceDescription/entry': 'languages',
  manufacturerId: 'manufacturer',
  distributorId: 'distributor',
  importerId: 'distributor',
  categoryId: 'category',
  'media/medium': 'media',
  'products/product/brandDescription': 'brand',
  'products/product/grocery/kosherCodes/kosherCode': 'kosher',
  'products/product/grocery/nutritions/nutrition/servingSizes/servingSize': 'servings',
  'products/product/grocery/nutritions/nutrition/energy': 'energy',
}

/** Fields that cannot be imported: identifiers of a service's lists, and content for retailers. */
const leftOut = new Set([
  'contentPlus',
  'manufacturerContent',
  'attributes',
  'products/product/@type',
  'products/product/brandId',
  'products/product/manufacturerId',
  'packageData/@type',
  'packageData/@approximation',
  'products/product/grocery/nutritions/nutrition/@sequence',
])

/** Labels of fields whose column contains something other than the field itself. */
const labels: Record<string, string> = {
  'productCodes/productCode': 'GTIN',
  'ecommerceDescription/entry': say`E-commerce description`,
  manufacturerId: say`Manufacturer (by name)`,
  distributorId: say`Distributor (by name)`,
  importerId: say`Importer (by name)`,
  categoryId: say`Categories`,
  'products/product/brandDescription': say`Brand (by name)`,
  'media/medium': say`Image address`,
}

function* fieldsIn(fields: FormField[], above: Step[]): Generator<TargetField> {
  for (const field of fields) {
    const path = field.path.slice(root.length)
    if (leftOut.has(path) || leftOut.has(field.key) || field.place === 'text') continue
    const steps = [...above, { key: field.key, list: field.repeat }]
    const reading = special[path] ?? readingOf(field)
    if (reading === undefined) yield* fieldsIn(field.fields, steps)
    else {
      const label = labels[path] ?? field.label
      const section = field.section ?? 'identity'
      yield { path, label, section, reading, steps, ...quantitiesOf(field) }
      if (hasUnit.has(reading))
        yield { path: unitPath(path), label: say`${label}: unit`, section, reading: 'unit', steps: [] }
    }
  }
}

/** Quantities of the units that are offered for the number of a group. */
function quantitiesOf({ fields }: FormField): Pick<TargetField, 'quantities'> {
  const offered = fields.find(({ key }) => key === 'uom')?.options
  return offered ? { quantities: quantitiesOfUnits(offered.map(({ value }) => value)) } : {}
}

/** Conversions whose number has a unit, which may be in a separate column. */
const hasUnit = new Set<Reading>(['measure', 'nutrient', 'energy', 'servings'])
export const unitPath = (path: string): string => `${path}/uom`

/** Columns that fill several fields. */
const together: TargetField[] = [
  {
    path: 'packageData/dimensions',
    label: say`Dimensions (length × width × height)`,
    section: 'package',
    reading: 'dimensions',
    steps: [],
    quantities: new Set(['length']),
  },
  {
    path: 'packageData/uom',
    label: say`Unit of the measures`,
    section: 'package',
    reading: 'unit',
    steps: [],
  },
]
export const dimensionsPath = 'packageData/dimensions'
export const anyUnitPath = unitPath('packageData')
export const sidePaths = ['length', 'width', 'height'].map((side) => `packageData/${side}`)

/** The conversion of a field; undefined for a group whose members are separate fields. */
function readingOf({ input, repeat, fields }: FormField): Reading | undefined {
  if (input === 'group') {
    const keys = fields.map(({ key }) => key)
    if (keys.includes('measure')) return 'measure'
    return keys.includes('uom') && keys.includes('text') ? 'nutrient' : undefined
  }
  if (repeat) return 'texts'
  if (input === 'flag') return 'flag'
  if (input === 'integer') return 'whole'
  if (input === 'decimal') return 'decimal'
  return input === 'country' ? 'country' : 'text'
}

/** All fields that a column can be mapped to, in the order of the vocabulary. */
export const targetFields: readonly TargetField[] = [
  ...fieldsIn(form(documents.ingestItems).find(({ key }) => key === 'item')?.fields ?? [], []),
  ...together,
]

export const fieldAt: ReadonlyMap<string, TargetField> = new Map(
  targetFields.map((field) => [field.path, field]),
)

/** The field that a column fills for a path of the feed; for a list, the field of its entries. */
export const fieldOfFeed = (path: string): TargetField | undefined =>
  fieldAt.get(path) ??
  targetFields.find((field) => field.steps.at(-1)?.list === true && field.path.startsWith(`${path}/`))

const numeric = new Set<Reading>([
  'whole',
  'decimal',
  'measure',
  'nutrient',
  'energy',
  'servings',
  'dimensions',
])
export const isNumeric = ({ reading }: TargetField): boolean => numeric.has(reading)

export const importFields: ImportField[] = targetFields.map((field) => ({
  path: field.path,
  label: field.label,
  section: field.section,
  numeric: isNumeric(field),
}))

export const gtinPath = 'productCodes/productCode'
/** Whether a column is mapped to the GTIN. */
export const hasGtin = (mapping: ColumnMapping): boolean => Object.values(mapping).includes(gtinPath)
export const namePath = 'ecommerceTitle'
const nutritionPath = 'products/product/grocery/nutritions/nutrition'
export const isNutrition = (path: string): boolean => path.startsWith(`${nutritionPath}/`)
export const servingPath = `${nutritionPath}/servingSizes/servingSize`
export const nutrientPath = (nutrient: string): string => `${nutritionPath}/${nutrient}`
