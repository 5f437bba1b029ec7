/** Quotation marks that are never closed or not doubled, by which a row of a table contains the rows below it. */
import { isValidGtin } from '../../../src-shared/values/gtin.ts'
import type { TextFormat } from './source-file.ts'

export type TableFormat = Exclude<TextFormat, { format: 'jsonl' }>

/** Cells that are compared with the text of their row. */
const maxCompared = 20

/**
 * Whether a row contains further rows: the quotation marks of a cell are not those of a quoted cell, or one of its
 * lines begins with a product code and a delimiter.
 * @param raw the row as in the file
 */
export function hasSwallowedRows(
  record: string[],
  raw: string,
  { delimiter, quoteEscape }: TableFormat,
): boolean {
  const cells = record.filter((cell) => /[\r\n]/.test(cell))
  const isBroken = (cell: string) =>
    quoteEscape === undefined && cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}`)
  const hasProduct = (line: string) => {
    const [all = '', code = ''] = /^"?(\d{8,14})"?/.exec(line) ?? []
    return isValidGtin(code) && line.startsWith(delimiter, all.length)
  }
  return (
    cells.slice(0, maxCompared).some(isBroken) ||
    cells.some((cell) =>
      cell
        .split(/[\r\n]+/)
        .slice(1)
        .some(hasProduct),
    )
  )
}

/**
 * Whether a row that lacks cells contains them in another cell, whose quotation marks are not those of a quoted cell.
 * @param raw the row as in the file
 */
export const hasSwallowedCells = (record: string[], raw: string, { delimiter }: TableFormat): boolean =>
  record
    .filter((cell) => cell.startsWith('"') && cell.includes(delimiter))
    .slice(0, maxCompared)
    .some((cell) => !raw.includes(`"${cell.replaceAll('"', '""')}"`))

/**
 * Splits a text that begins with a row whose quotation mark is never closed or not doubled.
 * @returns the lines from the start of the row to that of the quotation mark, which cannot be read, with their line
 *   end; and the text below them
 */
export function splitAtBrokenQuotation(text: string, format: TableFormat): { broken: string; rest: string } {
  const at = brokenQuotationIn(text, format)
  const [end] = /\r\n|\r|\n|$/.exec(text.slice(at)) ?? ['']
  const length = at + text.slice(at).search(/\r|\n|$/) + end.length
  return { broken: text.slice(0, length), rest: text.slice(length) }
}

/**
 * Index of the quotation mark that opens the first cell that is broken; without one, that opens the first cell with
 * line ends. Without either the start of the row, after empty lines.
 */
function brokenQuotationIn(text: string, { delimiter, quoteEscape }: TableFormat): number {
  let withLines: number | undefined
  let opened: number | undefined
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (opened === undefined) {
      if (beginsCell(text, at, delimiter)) opened = at
    } else if (quoteEscape === '\\' && text[at - 1] === '\\') {
      // The cell goes on.
    } else if (quoteEscape === undefined && text[at + 1] === '"') at++
    else if (!endsCell(text, at, delimiter)) return opened
    else {
      const hasLines = /[\r\n]/.test(text.slice(opened, at))
      if (hasLines) withLines ??= opened
      opened = undefined
    }
  }
  return opened ?? withLines ?? Math.max(0, text.search(/[^\r\n]/))
}

function beginsCell(text: string, quotation: number, delimiter: string): boolean {
  let before = quotation - 1
  while (text[before] === ' ') before--
  return before < 0 || isLineEnd(text[before]) || text.startsWith(delimiter, before - delimiter.length + 1)
}

function endsCell(text: string, quotation: number, delimiter: string): boolean {
  let after = quotation + 1
  while (text[after] === ' ') after++
  return after === text.length || isLineEnd(text[after]) || text.startsWith(delimiter, after)
}

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r'
