import { mainCategory } from '../../../src-shared/catalog/main-category.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { IngestItem, IngestProduct } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { gtinPath, type Step, type TargetField } from '../columns/import-fields.ts'
import { cellText } from '../source/cell.ts'
import type { SourceCategory } from '../values/read-category.ts'
import type { Kosher, ReadValue } from '../values/read-field.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import type { FindName, NamedEntry, NameFinding, RowName } from './name-lists.ts'
import type { RowCell } from './row-cell.ts'
import { isPanel, type Read, readValues } from './row-values.ts'
import { openRowAccount, type RowAccount } from './tally.ts'

/** A row in the ingest vocabulary, with names instead of identifiers. */
export interface ImportedItem {
  item: IngestItem
  gtin: string
  /** The file contains the kind of item. */
  hasKind?: true
  brand?: NamedEntry
  manufacturer?: NamedEntry
  distributor?: NamedEntry
  importer?: NamedEntry
  /** All categories for a record; for a feed, the one category it can hold, by number. */
  categories?: SourceCategory[]
}

interface MappedItem {
  imported: ImportedItem
  account: RowAccount
  names: RowName[]
}
type RowOutcome = MappedItem | { code: string; reason: string }

interface RowContext {
  target: 'catalog' | 'drafts'
  find: FindName
}

/**
 * Maps one row.
 * @param cells non-empty cells, lowest rank first
 * @throws UnclearNumber if a number is ambiguous and its column does not determine the notation
 */
export function mapRow(cells: RowCell[], context: RowContext): RowOutcome {
  const account = openRowAccount()
  const names: RowName[] = []
  const unitNamed = (text: string, column: string): string | undefined => {
    const finding = context.find('unit', text)
    names.push(rowName(finding, column))
    return finding.entry?.id
  }
  const values = readValues(cells, account, unitNamed)
  const read = <T>(path: string) => values.get(path) as (Read & { value: T }) | undefined
  const code = read<string>('productCodes/productCode')
  const unusable = (path: string) =>
    cells.find(({ column, isError, isDate }) => column?.field.path === path && (isError || isDate))
  const verdict = usableGtin(code?.value ?? '')
  if ('code' in verdict) {
    const found = code ? undefined : unusable(gtinPath)
    return found?.isError
      ? { ...verdict, reason: say`The GTIN of the row is an error of the sheet: ${cellText(found.cell)}.` }
      : verdict
  }
  const title = read<string>('ecommerceTitle')?.value
  if (title === undefined) {
    const found = unusable('ecommerceTitle')
    const reason = found?.isDate
      ? say`The name of the row is a date. A spreadsheet makes dates of texts such as 7-11.`
      : found
        ? say`The name of the row is an error of the sheet: ${cellText(found.cell)}.`
        : say`The row has no name.`
    return { code: 'NAME_MISSING', reason }
  }
  const codeColumn = code?.parts[0]?.column
  if (code && codeColumn !== undefined) account.change(codeColumn, code.value, verdict.gtin)

  const item: IngestItem = { type: 'grocery' }
  for (const { field, value } of values.values()) place(item, field, value)
  item.productCodes = [{ type: 'GTIN', text: verdict.gtin }]
  item.products ??= [{}]
  item.attributes = {}
  if (item.packageData) item.packageData.type = 'Product'
  const [product] = item.products
  if (product)
    completeGrocery(
      product,
      cells,
      read<Kosher>('products/product/grocery/kosherCodes/kosherCode'),
      context,
      account,
    )

  const named = (kind: 'brand' | 'manufacturer' | 'distributor', path: string) => {
    const found = read<string>(path)
    const column = found?.parts[0]?.column
    if (!found || column === undefined) return undefined
    const finding = context.find(kind, found.value)
    // A feed has the identifier of a brand and also its text, which keeps its spelling.
    const keepsSpelling = kind === 'brand' && context.target === 'drafts' ? true : undefined
    names.push({ ...rowName(finding, column), keepsSpelling })
    if (finding.entry && keepsSpelling && !finding.became) return { ...finding.entry, name: found.value }
    if (finding.entry) account.change(column, found.value, finding.entry.name)
    else account.drop(column, context.target === 'catalog' ? 'NAME_LEFT' : 'NAME_UNKNOWN', found.value)
    return finding.entry
  }
  const entries = {
    brand: named('brand', 'products/product/brandDescription'),
    manufacturer: named('manufacturer', 'manufacturerId'),
    distributor: named('distributor', 'distributorId'),
    importer: named('distributor', 'importerId'),
    categories: categoriesOf(read<SourceCategory[]>('categoryId'), context, account, names),
  }
  const packed = read<string>('packageData/packageType')
  const packedColumn = packed?.parts[0]?.column
  if (packed && packedColumn !== undefined && item.packageData) {
    const finding = context.find('packageType', packed.value)
    names.push(rowName(finding, packedColumn))
    if (finding.entry) {
      account.change(packedColumn, packed.value, finding.entry.name)
      item.packageData.packageType = finding.entry.name
    } else {
      account.drop(packedColumn, 'NAME_LEFT', packed.value)
      delete item.packageData.packageType
    }
  }
  if (product) {
    if (entries.brand) product.brandDescription = entries.brand.name
    else delete product.brandDescription
  }
  const hasKind = values.has('@type') ? true : undefined
  return { imported: { item, gtin: verdict.gtin, hasKind, ...entries }, account, names }
}

/** Conversions whose values are not written by `place`. */
const placedSeparately = new Set(['gtin', 'manufacturer', 'distributor', 'category', 'kosher'])

/** Writes a value at the path of its field, and creates missing objects on the path. */
function place(item: IngestItem, { reading, steps }: TargetField, value: unknown): void {
  if (placedSeparately.has(reading)) return
  if (reading === 'dimensions') {
    const [length, width, height] = value as ReadValue<'dimensions'>
    item.packageData = { length, width, height, ...item.packageData }
    return
  }
  const last = steps.at(-1)
  if (!last) return
  const target = container(item, steps.slice(0, -1))
  if (reading === 'measure') {
    const { measure, units } = value as ReadValue<'measure'>
    target[last.key] = measure
    if (units !== undefined && last.key !== 'weight') target['unitsInPackage'] ??= units
  } else target[last.key] = value
}

function container(item: IngestItem, steps: Step[]): Record<string, unknown> {
  let at = item as Record<string, unknown>
  for (const { key, list } of steps) {
    at[key] ??= list ? [{}] : {}
    at = (list ? (at[key] as unknown[])[0] : at[key]) as Record<string, unknown>
  }
  return at
}

/** A feed requires numbers for its category and kosher codes; a file often has words. */
const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** Sets values derived from several columns: the basis of a nutrition panel, and the kosher flag. */
function completeGrocery(
  product: IngestProduct,
  cells: RowCell[],
  kosher: (Read & { value: Kosher }) | undefined,
  { target }: RowContext,
  account: RowAccount,
): void {
  if (kosher) {
    const { codes, flag } = kosher.value
    const taken = target === 'catalog' ? codes : codes.filter(isNumber)
    for (const code of codes) {
      const from = kosher.parts.find(({ value }) => (value as Kosher).codes.includes(code))
      if (!taken.includes(code)) account.drop(from?.column ?? '', 'NOT_A_CODE', code)
    }
    const kosherFlag = flag ?? (codes.length > 0 ? 'Y' : undefined)
    product.grocery = {
      ...product.grocery,
      ...(taken.length > 0 ? { kosherCodes: taken } : {}),
      ...(kosherFlag === undefined
        ? {}
        : { foodRelatedIndicators: { kosher: kosherFlag, ...product.grocery?.foodRelatedIndicators } }),
    }
  }
  const [panel] = product.grocery?.nutritions ?? []
  if (!panel) return
  const per = cells.find(({ column }) => column?.column.per && isPanel(column.field))?.column?.column.per
  if (per) panel.servingSizes = [{ type: 'metric', ...per }]
  panel.sequence = '1'
}

const textOf = ({ id, label, scheme }: SourceCategory): string => {
  const prefix = scheme === 'category' || scheme === 'GPC' ? '' : `${scheme} `
  return id === label ? prefix + id : `${prefix}${label} (${id})`
}

const rowName = ({ kind, name, became, isDecided, entry }: NameFinding, column: string): RowName => ({
  kind,
  name,
  column,
  became,
  isDecided,
  added: entry?.add && entry.name,
})

/** All categories for a record; for a feed, the one category it can hold. */
function categoriesOf(
  found: (Read & { value: SourceCategory[] }) | undefined,
  { target, find }: RowContext,
  account: RowAccount,
  names: RowName[],
): SourceCategory[] | undefined {
  if (!found) return undefined
  const columns = new Map(
    found.parts.flatMap(({ value, column }) =>
      (value as SourceCategory[]).map((category) => [category, column] as const),
    ),
  )
  const columnOf = (category: SourceCategory): string => columns.get(category) ?? ''
  const findCategory = (category: SourceCategory) => {
    const { label: name } = category
    const finding = find('category', name)
    names.push(rowName(finding, columnOf(category)))
    return finding
  }
  if (target === 'catalog') {
    const all = found.value.flatMap((category) => {
      if (!category.inWords) return [category]
      const { entry } = findCategory(category)
      if (!entry) account.drop(columnOf(category), 'NAME_LEFT', category.label)
      else account.change(columnOf(category), category.label, entry.name)
      if (!entry) return []
      const { inWords: _words, ...rest } = category
      // A name without an identifier is its own identifier, unless it is added to the list.
      return [
        entry.add
          ? { ...category, label: entry.name }
          : { ...rest, id: entry.id ?? entry.name, label: entry.name },
      ]
    })
    return all.length === 0 ? undefined : all
  }
  const numbered = mainCategory(found.value.filter(({ id }) => isNumber(id)))
  const main = numbered ?? mainCategory(found.value)
  if (!main) return undefined
  const finding = numbered ? undefined : findCategory(main)
  const id = numbered?.id ?? finding?.entry?.id
  const isAdded = finding?.entry?.add === true
  for (const category of found.value) {
    if (category === main && (id !== undefined || isAdded)) continue
    const code =
      category === main && finding?.became === 'leave'
        ? 'NO_CATEGORY_NUMBER'
        : id !== undefined || isAdded
          ? 'ONE_CATEGORY'
          : 'NO_CATEGORY_NUMBER'
    account.drop(columnOf(category), code, textOf(category))
  }
  if (isAdded) return [{ ...main, label: finding.entry?.name ?? main.label, inWords: true }]
  if (id !== undefined) account.change(columnOf(main), textOf(main), id)
  return id === undefined ? undefined : [{ ...main, id }]
}
