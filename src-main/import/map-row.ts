import type { DecimalMark } from '../../src-shared/rpc/import-contract.ts'
import type { IngestItem, IngestProduct } from '../../src-shared/vocabulary/ingest.ts'
import type { Cell } from './cell.ts'
import type { ColumnName } from './column-name.ts'
import { isNumeric, isNutrition, type Step, servingPath, type TargetField } from './import-fields.ts'
import { settleNumbers } from './number-notation.ts'
import type { SourceCategory } from './read-category.ts'
import { type ReadValue, readField } from './read-field.ts'
import { usableGtin } from './usable-gtin.ts'

/** A column that goes somewhere. */
export interface MappedColumn {
  name: string
  column: ColumnName
  field: TargetField
  /** Of several columns for one field the lowest that has a value is taken. */
  rank: number
  /** What separates fractions in its numbers, where one cell does not say. */
  mark?: DecimalMark
}

/** A row in the ingest vocabulary, with names where the vocabulary wants identifiers. */
export interface ImportedItem {
  item: IngestItem
  gtin: string
  brand?: string
  manufacturer?: string
  category?: SourceCategory
}

export type RowOutcome = ImportedItem | { code: string; reason: string }

/**
 * Maps one row.
 * @param cells the mapped columns with what stands in them, the lowest rank first
 * @throws UnclearNumber when a number could be read both ways and its column does not say how
 */
export function mapRow(cells: [MappedColumn, Cell][]): RowOutcome {
  const values = readValues(cells)
  const value = <T>(path: string) => values.get(path)?.value as T | undefined
  const verdict = usableGtin(value<string>('productCodes/productCode') ?? '')
  if ('code' in verdict) return verdict
  const name = value<string>('ecommerceTitle')
  if (name === undefined) return { code: 'NAME_MISSING', reason: 'The row has no name.' }

  const item: IngestItem = { type: 'grocery' }
  for (const { field, value: read } of values.values()) place(item, field, read)
  item.productCodes = [{ type: 'GTIN', text: verdict.gtin }]
  item.ecommerceDescription = otherNames(item.ecommerceDescription, name)
  item.products ??= [{}]
  item.attributes = {}
  if (item.packageData) item.packageData.type = 'Product'
  const [product] = item.products
  if (product) completeGrocery(product, cells)

  const brand = value<string>('products/product/brandDescription')
  const manufacturer = value<string>('manufacturerId')
  const category = value<SourceCategory>('categoryId')
  return {
    item,
    gtin: verdict.gtin,
    ...(brand === undefined ? {} : { brand }),
    ...(manufacturer === undefined ? {} : { manufacturer }),
    ...(category === undefined ? {} : { category }),
  }
}

interface Read {
  field: TargetField
  value: unknown
}

/** One value for each field: the first column's that has one; pictures and serving sizes of all of them together. */
function readValues(cells: [MappedColumn, Cell][]): Map<string, Read> {
  const values = new Map<string, Read>()
  for (const [{ field, column, mark }, cell] of cells) {
    const before = values.get(field.path)
    if (before && field.reading !== 'media' && field.reading !== 'servings') continue
    const value = readField(field, isNumeric(field) ? settleNumbers(cell, mark) : cell, column)
    if (value === undefined) continue
    values.set(field.path, { field, value: before ? together(field, before.value, value) : value })
  }
  return values
}

function together({ reading }: TargetField, before: unknown, after: unknown): unknown {
  if (reading === 'media') {
    const media = before as ReadValue<'media'>
    const known = new Set(media.map(({ url }) => url))
    return [...media, ...(after as ReadValue<'media'>).filter(({ url }) => !known.has(url))]
  }
  // The same metric serving with a household measure beside it.
  const [basis, ...others] = before as ReadValue<'servings'>
  const [metric, ...more] = after as ReadValue<'servings'>
  const same = basis?.measure === metric?.measure && basis?.uom === metric?.uom
  return same && others.length === 0 ? [basis, ...more] : before
}

/** Puts a value where it belongs, making what lies between. */
function place(item: IngestItem, { reading, steps }: TargetField, value: unknown): void {
  if (reading === 'gtin' || reading === 'manufacturer') return
  const last = steps.at(-1)
  if (!last) return
  const target = container(item, steps.slice(0, -1))
  if (reading === 'measure') {
    const { measure, units } = value as ReadValue<'measure'>
    target[last.key] = measure
    if (units !== undefined && last.key !== 'weight') target['unitsInPackage'] ??= units
  } else if (reading === 'category') target[last.key] = (value as SourceCategory).id
  else target[last.key] = value
}

function container(item: IngestItem, steps: Step[]): Record<string, unknown> {
  let at = item as Record<string, unknown>
  for (const { key, list } of steps) {
    at[key] ??= list ? [{}] : {}
    at = (list ? (at[key] as unknown[])[0] : at[key]) as Record<string, unknown>
  }
  return at
}

/** Names in other languages, without those that are the title again. */
function otherNames(
  entries: IngestItem['ecommerceDescription'],
  title: string,
): IngestItem['ecommerceDescription'] {
  const others = entries?.filter(({ text }) => text.toLowerCase() !== title.toLowerCase()) ?? []
  return others.length === 0 ? undefined : others
}

/** What follows from the columns rather than from one cell: the basis of a panel, and being kosher. */
function completeGrocery(product: IngestProduct, cells: [MappedColumn, Cell][]): void {
  const { grocery } = product
  if (!grocery) return
  if (grocery.kosherCodes) grocery.foodRelatedIndicators = { kosher: 'Y', ...grocery.foodRelatedIndicators }
  const [panel] = grocery.nutritions ?? []
  if (!panel) return
  const per = cells.find(([{ field, column }, cell]) => {
    return column.per && isNutrition(field.path) && field.path !== servingPath && cell !== '' && cell !== null
  })?.[0].column.per
  if (per) panel.servingSizes = [{ type: 'metric', ...per }]
  panel.sequence = '1'
}
