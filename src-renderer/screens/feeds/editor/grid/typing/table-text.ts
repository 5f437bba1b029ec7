/**
 * Converts cells to and from the text format of spreadsheets: columns separated by tabs, multi-line cells in
 * quotes.
 */
import { parse } from 'csv-parse/browser/esm/sync'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { fromSpreadsheetText, withoutFormulas } from '../../../../../../src-shared/export/spreadsheet-text.ts'

/** Maximum number of characters read from a paste: about 10,000 rows of 60 columns. */
const maxPasted = 20_000_000

/** Parses pasted text into cells. If its quotes are invalid, the text is split at tabs and line breaks. */
export function readTable(text: string): string[][] {
  const read = text.slice(0, maxPasted)
  return cells(read).map((row) => row.map(fromSpreadsheetText))
}

function cells(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: '\t',
      record_delimiter: ['\r\n', '\n', '\r'],
      // A cell such as `5" pipe` is not quoted, and Excel does not escape its quote.
      relax_quotes: true,
      relax_column_count: true,
    })
  } catch {
    const lines = text.split(/\r\n|\n|\r/)
    if (lines.at(-1) === '') lines.pop()
    return lines.map((line) => line.split('\t'))
  }
}

/** Writes cells as tab-separated text in which no cell is a formula. */
export const writeTable = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(withoutFormulas)),
    { delimiter: '\t', record_delimiter: '\n' },
  ).replace(/\n$/, '')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign).replace(/\r\n|\n|\r/g, '<br>')

/**
 * Writes cells as an HTML table of texts, with which spreadsheets keep leading zeros and all digits of a
 * GTIN.
 */
export function writeTableMarkup(rows: readonly (readonly string[])[]): string {
  const row = (texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<td style="mso-number-format:'\\@'">${escaped(withoutFormulas(text))}</td>`).join('')}</tr>`
  return `<table>${rows.map(row).join('')}</table>`
}
