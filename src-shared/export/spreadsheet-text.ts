/**
 * Converts text to a form that a spreadsheet does not change, and back. A spreadsheet runs a cell that
 * starts like a formula, and turns digits into a number: it drops leading zeros and rounds long GTINs.
 */

/** First characters of a formula, including full-width forms. */
const sign = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
/** At the start of a cell, possibly after white space, which some programs remove. */
const opening = `(?:[\\s"]*${sign}|[\\t\\r\\n])`
/** After a semicolon, tab or line break, which starts a new cell in some locales. */
const inner = `[ "\\u00A0]*${sign}`

/** Also matches apostrophes of the text itself, so that removing one restores the original text. */
const atStart = new RegExp(`^(?='*${opening}|'+\\d[\\d.,]*$)`)
const within = new RegExp(`(?<=[;\\t\\r\\n])(?='*${inner})`, 'g')
/** Also the apostrophe with which people type a number as text: `'0123`. */
const guardAtStart = new RegExp(`^'(?='*${opening}|'*\\d[\\d.,]*$)`)
const guardWithin = new RegExp(`(?<=[;\\t\\r\\n])'(?='*${inner})`, 'g')

/** A negative number is not a formula and is left unchanged. */
const negative = /^-\d+(?:[.,]\d+)?$/
/**
 * Digits that a spreadsheet would change: it shows at most 11 digits of a number, reads `1e5` as 100000 and
 * `1/2` as a date.
 */
const changedDigits = /^(?:0\d+|\d{12,}|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,4}[/-]\d{1,4}(?:[/-]\d{1,4})?)$/i
const keptDigits = /^="(\d[\d.,/e+-]*)"$/i

/** The text with an apostrophe before each part that a spreadsheet would read as a formula. */
export const withoutFormulas = (text: string): string =>
  negative.test(text) ? text : text.replace(within, "'").replace(atStart, "'")

/** Like `withoutFormulas`, and with `="0123"` around digits that a spreadsheet would change. */
export const toSpreadsheetText = (text: string): string =>
  changedDigits.test(text) ? `="${text}"` : withoutFormulas(text)

/** The original text of a cell written by either function above; any other cell is unchanged. */
export const fromSpreadsheetText = (cell: string): string =>
  cell.replace(keptDigits, '$1').replace(guardAtStart, '').replace(guardWithin, '')
