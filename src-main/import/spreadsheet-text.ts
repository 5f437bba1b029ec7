/**
 * Text as a spreadsheet leaves it alone, and back. A spreadsheet runs a cell that begins like a formula, whoever wrote
 * it, and makes a number of digits: leading zeros go, and of a long GTIN only the first digits stay.
 */

/** Also behind apostrophes that are there already, so that taking one off gives back exactly what was. */
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/
const guarded = /^'(?='*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])/
/** Digits a spreadsheet would change: it shows no more than 11 of a number in full. */
const changedDigits = /^(?:0\d+|\d{12,})$/
const keptDigits = /^="(\d+)"$/

/** A cell for a spreadsheet: an apostrophe before what looks like a formula, `="0123"` around digits to keep. */
export function toSpreadsheetText(text: string): string {
  if (changedDigits.test(text)) return `="${text}"`
  return formula.test(text) ? `'${text}` : text
}

/** What a cell written so says; any other cell is given back as it is. */
export const fromSpreadsheetText = (cell: string): string =>
  cell.replace(keptDigits, '$1').replace(guarded, '')
