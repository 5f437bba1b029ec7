/**
 * Text as a spreadsheet leaves it alone, and back. A spreadsheet runs a cell that begins like a formula, whoever wrote
 * it, and makes a number of digits: leading zeros go, and of a long GTIN only the first digits stay.
 */

/** What a formula begins with, also in its full-width forms. */
const sign = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
/** At the beginning of a cell, also behind spaces, which some programs take away; so do they with a tab or line break. */
const opening = `(?:[\\s"]*${sign}|[\\t\\r\\n])`
/** A semicolon, a tab or a line break begins a new cell where the reader's own country cuts tables otherwise. */
const inner = `[ "\\u00A0]*${sign}`

/** Also behind apostrophes that are there already, so that taking one off gives back exactly what was. */
const atStart = new RegExp(`^(?='*${opening})`)
const within = new RegExp(`(?<=[;\\t\\r\\n])(?='*${inner})`, 'g')
const guardAtStart = new RegExp(`^'(?='*${opening})`)
const guardWithin = new RegExp(`(?<=[;\\t\\r\\n])'(?='*${inner})`, 'g')

/** A negative number is no formula: it stays one. */
const negative = /^-\d+(?:[.,]\d+)?$/
/** Digits a spreadsheet would change: it shows no more than 11 of a number in full. */
const changedDigits = /^(?:0\d+|\d{12,})$/
const keptDigits = /^="(\d+)"$/

/** An apostrophe before whatever a spreadsheet would take for a formula; nothing else is changed. */
export const withoutFormulas = (text: string): string =>
  negative.test(text) ? text : text.replace(within, "'").replace(atStart, "'")

/** The same, and `="0123"` around digits that a spreadsheet would not keep. */
export const toSpreadsheetText = (text: string): string =>
  changedDigits.test(text) ? `="${text}"` : withoutFormulas(text)

/** What a cell written in either way says; any other cell is given back as it is. */
export const fromSpreadsheetText = (cell: string): string =>
  cell.replace(keptDigits, '$1').replace(guardAtStart, '').replace(guardWithin, '')
