/**
 * Text in a form that a spreadsheet does not change, and back. A spreadsheet runs a cell that begins like a formula, and
 * turns digits into a number: leading zeros are lost, and a long GTIN is rounded.
 */

/** What a formula begins with, also in its full-width forms. */
const sign = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
/** At the beginning of a cell, also after white space, which some programs remove. */
const opening = `(?:[\\s"]*${sign}|[\\t\\r\\n])`
/** After a semicolon, tab or line break, which begin a new cell in programs of some countries. */
const inner = `[ "\\u00A0]*${sign}`

/** Also after apostrophes of the text itself, so that removing one gives the original text. */
const atStart = new RegExp(`^(?='*${opening})`)
const within = new RegExp(`(?<=[;\\t\\r\\n])(?='*${inner})`, 'g')
const guardAtStart = new RegExp(`^'(?='*${opening})`)
const guardWithin = new RegExp(`(?<=[;\\t\\r\\n])'(?='*${inner})`, 'g')

/** A negative number is no formula, and is not changed. */
const negative = /^-\d+(?:[.,]\d+)?$/
/** Digits a spreadsheet would change: it shows no more than 11 of a number in full, and takes `1e5` for 100000, `1/2` for a date. */
const changedDigits = /^(?:0\d+|\d{12,}|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,4}[/-]\d{1,4}(?:[/-]\d{1,4})?)$/i
const keptDigits = /^="(\d[\d.,/e+-]*)"$/i

/** The text with an apostrophe before everything that a spreadsheet would take for a formula. */
export const withoutFormulas = (text: string): string =>
  negative.test(text) ? text : text.replace(within, "'").replace(atStart, "'")

/** As `withoutFormulas`, and with `="0123"` around digits that a spreadsheet would change. */
export const toSpreadsheetText = (text: string): string =>
  changedDigits.test(text) ? `="${text}"` : withoutFormulas(text)

/** The original text of a cell that was written in either form; any other cell is unchanged. */
export const fromSpreadsheetText = (cell: string): string =>
  cell.replace(keptDigits, '$1').replace(guardAtStart, '').replace(guardWithin, '')
