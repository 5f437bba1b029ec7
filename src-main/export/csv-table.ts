/**
 * The table of items: one row per item and its first product. A row has no columns for pictures and further
 * products, and nutrition facts only if they are chosen. `record-and-feed.ts` defines the columns of values shared by records and feeds,
 * so that the import recognizes their headings. This file adds the columns of the record alone, the columns
 * for which the import chooses one of several values, and the order.
 */

import { stringify } from 'csv-stringify/sync'
import { mainCategory as mainOf } from '../../src-shared/catalog/main-category.ts'
import type { CsvCells, ExportErrorCode, TableForm } from '../../src-shared/export/model.ts'
import { toSpreadsheetText, withoutFormulas } from '../../src-shared/export/spreadsheet-text.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { nutritionColumns } from '../../src-shared/vocabulary/nutrition-columns.ts'
import { atItem, type Column, recordAndFeed } from '../../src-shared/vocabulary/record-and-feed.ts'
import type { TextLanguage } from '../../src-shared/workspace/languages.ts'
import { fieldOfFeed, gtinPath, isNumeric, usableGtin } from '../import/index.ts'
import { numbersIn } from './columns/number-cells.ts'
import { type ReadColumn, readingColumns, type StoredBeside } from './columns/reading-columns.ts'
import { codeHeadings, wordsIn } from './columns/words-for-codes.ts'

const record = itemGroup.fields

/**
 * The first code that the import would accept, otherwise the first code with as many digits as a GTIN: the
 * import reports what is wrong with it.
 */
export function mainCode({ upcs = [] }: Item): string | undefined {
  const codes = upcs.map(({ text }) => text.trim())
  return codes.find((code) => 'gtin' in usableGtin(code)) ?? codes.find((code) => /^\d{8,14}$/.test(code))
}

/** The category that the import would choose. */
const mainCategory = ({ categories = [] }: Item): string | undefined =>
  mainOf(categories.map(({ type = '', id = '', text }) => ({ scheme: type, id: id || text })))?.id

const chosen: Column<Item>[] = [
  { heading: 'GTIN', record: 'upcs', feed: gtinPath, cell: mainCode },
  { heading: 'Category id', record: 'categories', feed: 'categoryId', cell: mainCategory },
]

const product = 'products/product'
/**
 * Order of the columns, by their paths in the record. A path that is not listed has the position of its
 * parent.
 */
const order = [
  'upcs',
  'name',
  `${product}/brand`,
  `${product}/manufacturer`,
  `${product}/@type`,
  'categories',
  'marketingDescription',
  'otherDescription',
  'ecommerceDescription',
  'manufacturerEcommerceDescription',
  `${product}/description`,
  `${product}/warnings`,
  `${product}/grocery`,
  'packageData',
  `${product}/countryOfOrigin`,
  `${product}/directions`,
  product,
  `${product}/grocery/foodRelatedIndicators`,
  'privateLabelItem',
  'companyTrackingId',
  'packageData/packageType',
  'packageData/@type',
]
function placeOf(path: string): number {
  const place = order.indexOf(path)
  if (place !== -1) return place
  return path.includes('/') ? placeOf(path.slice(0, path.lastIndexOf('/'))) : order.length
}

export const csvColumns: readonly ReadColumn[] = [
  { heading: 'Item identifier', cell: ({ id }) => id },
  { heading: record.status.label, cell: ({ status }) => status },
  ...[...chosen, ...recordAndFeed.columns(atItem)].toSorted(
    (one, other) => placeOf(one.record) - placeOf(other.record),
  ),
  { heading: 'Products in the item', cell: ({ products }) => String(products?.length ?? 0) },
  { heading: record.created.label, cell: ({ created }) => created?.text },
  { heading: 'Created by', cell: ({ created }) => created?.id },
  { heading: record.lastUpdated.label, cell: ({ lastUpdated }) => lastUpdated?.text },
  { heading: 'Last updated by', cell: ({ lastUpdated }) => lastUpdated?.id },
]

const categoryName: ReadColumn = {
  heading: 'Category name',
  onScreen: 'category',
  cell: ({ categories = [] }) => {
    const id = mainCategory({ categories })
    return categories.find((one) => one.id === id && one.text.trim() !== '')?.text ?? categories[0]?.text
  },
}
/** Columns that a person chooses: nutrition facts, and columns to read that the import ignores. */
export const furtherColumns: readonly ReadColumn[] = [...nutritionColumns, categoryName, ...readingColumns]
/** The headings of all columns with the nutrition facts. */
export const columnsWithNutrition: string[] = [...csvColumns, ...nutritionColumns].map(
  ({ heading }) => heading,
)
const byHeading = new Map([...csvColumns, ...furtherColumns].map((column) => [column.heading, column]))

/** Headings for the columns of the catalog's list, by their identifiers. */
export const screenColumns: Readonly<Record<string, string>> = {
  ...{ name: 'Name', brand: 'Brand', manufacturer: 'Manufacturer', size: 'Net content', gtin: 'GTIN' },
  ...{ packageType: 'Package type', status: 'Status', updated: 'Last updated', id: 'Item identifier' },
  ...{ servingEnergy: 'Energy (kcal)', ingredients: 'Ingredients' },
  ...Object.fromEntries(
    furtherColumns.flatMap(({ heading, onScreen }) => (onScreen ? [[onScreen, heading] as const] : [])),
  ),
}

/** What a table has: its columns by their headings, all but the further ones by default, and their form. */
export interface TableChoice {
  columns?: readonly string[] | undefined
  table?: TableForm | undefined
}

/**
 * The columns with these headings, in this order; with words for codes if they are chosen.
 * @throws PlainError `UNKNOWN_COLUMN`
 */
export function columnsOf({ columns: headings, table }: TableChoice): readonly ReadColumn[] {
  const unknown = headings?.find((name) => !byHeading.has(name))
  if (unknown !== undefined)
    throw new PlainError<ExportErrorCode>('UNKNOWN_COLUMN', say`The table has no column “${unknown}”.`)
  const columns = headings ? [...new Set(headings)].flatMap((name) => byHeading.get(name) ?? []) : csvColumns
  const worded = table?.words ? inWords(columns, table.words, table.codes) : columns
  return table ? worded.map((column) => withNumbers(column, table)) : worded
}

/** The columns with words for codes, each followed by its codes if they are wanted. */
function inWords(columns: readonly ReadColumn[], language: TextLanguage, hasCodes: boolean): ReadColumn[] {
  const hasName = columns.includes(categoryName)
  return columns.flatMap((column) => {
    if (column.heading === 'Category id')
      return [...(hasName ? [] : [categoryName]), ...(hasCodes ? [column] : [])]
    const cell = wordsIn(column, language)
    const code: ReadColumn = { heading: `${column.heading} code`, cell: column.cell }
    // Yes and no need no codes beside them.
    const isCode = hasCodes && codeHeadings.includes(column.heading)
    return cell ? [{ ...column, cell }, ...(isCode ? [code] : [])] : [column]
  })
}

const isNumberColumn = ({ feed }: ReadColumn): boolean => {
  const field = feed === undefined ? undefined : fieldOfFeed(feed)
  return field !== undefined && isNumeric(field)
}

/** The column with its numbers in the notation of the table. */
function withNumbers(column: ReadColumn, table: TableForm): ReadColumn {
  if (!isNumberColumn(column) && column.isNumber !== true) return column
  return {
    ...column,
    cell(item) {
      const text = column.cell(item)
      return text && numbersIn(text, table)
    },
  }
}

const optionsOf = (delimiter: string) => ({ delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
/**
 * Rows as in RFC 4180: commas or another delimiter, CRLF, quotation marks where required. The library quotes
 * a cell only for CRLF, but a single CR or LF requires quotation marks too.
 */
const rows = (cells: string[][], delimiter = ','): string => stringify(cells, optionsOf(delimiter))

/** The heading row. A spreadsheet needs a byte order mark to recognize UTF-8. */
export const csvHeading = (cells: CsvCells, choice: TableChoice = {}): string =>
  (cells === 'spreadsheet' ? '\uFEFF' : '') +
  rows([columnsOf(choice).map(({ heading }) => heading)], choice.table?.delimiter)

const writtenAs: Record<CsvCells, (text: string) => string> = {
  safe: withoutFormulas,
  spreadsheet: toSpreadsheetText,
  raw: (text) => text,
}

/** Where a comma is the decimal mark, a spreadsheet reads the text `2.5` as a date. */
const keptPoint = (text: string): string => (/^\d+\.\d+$/.test(text) ? `="${text}"` : toSpreadsheetText(text))

/** Rows of texts that do not belong to items, in the same cell format. */
export function csvLines(cells: string[][], as: CsvCells, table?: TableForm): string {
  const write = as === 'spreadsheet' && table?.decimal === 'comma' ? keptPoint : writtenAs[as]
  return rows(
    cells.map((row) => row.map(write)),
    table?.delimiter,
  )
}

/** The cells of a stored `<item>` element; empty cells if it cannot be parsed. */
export function cellsOf(body: Uint8Array, columns: readonly ReadColumn[], beside?: StoredBeside): string[] {
  const item: Item = parseElement(itemGroup, body).value ?? {}
  return columns.map(({ cell }) => cell(item, beside) ?? '')
}

/** One row for each stored `<item>` element. */
export function csvRows(
  bodies: readonly Uint8Array[],
  cells: CsvCells,
  choice: TableChoice = {},
  beside?: StoredBeside,
): string {
  const columns = columnsOf(choice)
  return csvLines(
    bodies.map((body) => cellsOf(body, columns, beside)),
    cells,
    choice.table,
  )
}

/** Default columns of a printed catalogue, below the name and code. */
export const printedColumns: readonly string[] = [
  'Brand',
  'Manufacturer',
  'Marketing description',
  'Net content',
  'Units in package',
  'Country of origin',
  'Ingredients',
  'Warnings',
  'Directions',
]
