/**
 * The table of items: one row per item and its first product. A row has no columns for pictures, nutrition
 * facts and further products. `record-and-feed.ts` defines the columns of values shared by records and feeds,
 * so that the import recognizes their headings. This file adds the columns of the record alone, the columns
 * for which the import chooses one of several values, and the order.
 */

import { stringify } from 'csv-stringify/sync'
import { mainCategory as mainOf } from '../../src-shared/catalog/main-category.ts'
import type { CsvCells, ExportErrorCode } from '../../src-shared/export/model.ts'
import { toSpreadsheetText, withoutFormulas } from '../../src-shared/export/spreadsheet-text.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { atItem, type Column, recordAndFeed } from '../../src-shared/vocabulary/record-and-feed.ts'
import { gtinPath, usableGtin } from '../import/index.ts'

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

type ReadColumn = Pick<Column<Item>, 'heading' | 'feed' | 'cell'>
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

/**
 * Rows as in RFC 4180: commas, CRLF, quotation marks where required. The library quotes a cell only for CRLF,
 * but a single CR or LF requires quotation marks too.
 */
const rows = (cells: string[][]): string =>
  stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })

/**
 * The columns with these headings, in the order of the table; all columns by default.
 * @throws PlainError `UNKNOWN_COLUMN`
 */
export function columnsNamed(headings: readonly string[] | undefined): readonly ReadColumn[] {
  if (!headings) return csvColumns
  const unknown = headings.find((name) => !csvColumns.some(({ heading }) => heading === name))
  if (unknown !== undefined)
    throw new PlainError<ExportErrorCode>('UNKNOWN_COLUMN', say`The table has no column “${unknown}”.`)
  return csvColumns.filter(({ heading }) => headings.includes(heading))
}

/** The heading row. A spreadsheet needs a byte order mark to recognize UTF-8. */
export const csvHeading = (cells: CsvCells, columns: readonly ReadColumn[] = csvColumns): string =>
  (cells === 'spreadsheet' ? '\uFEFF' : '') + rows([columns.map(({ heading }) => heading)])

const writtenAs: Record<CsvCells, (text: string) => string> = {
  safe: withoutFormulas,
  spreadsheet: toSpreadsheetText,
  raw: (text) => text,
}

/** Rows of texts that do not belong to items, in the same cell format. */
export const csvLines = (cells: string[][], as: CsvCells): string =>
  rows(cells.map((row) => row.map(writtenAs[as])))

/** The cells of a stored `<item>` element; empty cells if it cannot be parsed. */
export function cellsOf(body: Uint8Array, columns: readonly ReadColumn[]): string[] {
  const item: Item = parseElement(itemGroup, body).value ?? {}
  return columns.map(({ cell }) => cell(item) ?? '')
}

/** One row for each stored `<item>` element. */
export const csvRows = (
  bodies: readonly Uint8Array[],
  cells: CsvCells,
  columns: readonly ReadColumn[] = csvColumns,
): string =>
  csvLines(
    bodies.map((body) => cellsOf(body, columns)),
    cells,
  )

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
