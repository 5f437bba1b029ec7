import { stringify } from 'csv-stringify/sync'
import type { CsvCells } from '../../src-shared/export/model.ts'
import { toSpreadsheetText, withoutFormulas } from '../../src-shared/spreadsheet-text.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { csvColumns } from './csv-columns.ts'

/**
 * Rows as RFC 4180 has them: commas, CRLF, quotation marks where they are needed. The library quotes a line break
 * only when it is the one between rows; a single CR or LF needs them too.
 */
const rows = (cells: string[][]): string =>
  stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })

/** The first row. For a spreadsheet a byte order mark comes before it: without one it takes UTF-8 for something else. */
export const csvHeading = (cells: CsvCells): string =>
  (cells === 'spreadsheet' ? '\uFEFF' : '') + rows([csvColumns.map(({ heading }) => heading)])

const writtenAs: Record<CsvCells, (text: string) => string> = {
  safe: withoutFormulas,
  spreadsheet: toSpreadsheetText,
  raw: (text) => text,
}

/** One row for each stored `<item>` element; an element that cannot be read has a row of empty cells. */
export function csvRows(bodies: readonly Uint8Array[], cells: CsvCells): string {
  const written = writtenAs[cells]
  return rows(
    bodies.map((body) => {
      const item: Item = parseElement(itemGroup, body).value ?? {}
      return csvColumns.map(({ cell }) => written(cell(item) ?? ''))
    }),
  )
}
