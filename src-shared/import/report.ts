/** The outcome of every value of an imported file, by column: kept, changed, or left out with the reason. */
import { withoutFormulas } from '../export/spreadsheet-text.ts'
import { say } from '../texts/say.ts'
import type { NameKind, NameTreatment } from './names.ts'

/** Why a value was left out. */
export const leftReasons = {
  ROW_REJECTED: say`Its row was rejected.`,
  ROW_CORRECTED: say`Its row was rejected at first. It was corrected since, and joined the others.`,
  ROW_LEFT: say`Its row was left out: it changes nothing in the catalog, or it was chosen so.`,
  NOT_MAPPED: say`The column is not mapped to a field.`,
  NO_HEADING: say`The row has more cells than the first line has headings.`,
  FIELD_TAKEN: say`The field has one value, and another column gave it.`,
  ONE_VALUE: say`The field has room for one value, and it took the first.`,
  TOO_MANY: say`The field takes 1000 values of a cell at most.`,
  OTHER_LANGUAGE: say`The field has room for one language, and it took another.`,
  OTHER_BASIS: say`The nutrition facts are given for another amount.`,
  REST_OF_TEXT: say`The field takes only the text before or after this part of the cell.`,
  PART_UNKNOWN: say`The field has no place for this part of the value.`,
  ONE_CATEGORY: say`A feed has one category for an item, and it took another.`,
  NO_CATEGORY_NUMBER: say`A feed names a category by its number, and no list of this computer has the name.`,
  NAME_UNKNOWN: say`No list has the name, and a feed gives an identifier there.`,
  NAME_LEFT: say`No list has the name, and it was chosen to be left out.`,
  NOT_A_CODE: say`A feed gives a number there, and the value is none.`,
  NOT_YES_OR_NO: say`The value is neither yes nor no.`,
  NOT_A_NUMBER: say`The text is not exactly one number with a known unit, but a range, a bound or further words.`,
  CELL_ERROR: say`The cell of the workbook holds an error instead of a value.`,
  NO_RESULT: say`The cell has a formula that was saved without its result. Open the workbook in a spreadsheet and save it.`,
  MERGED: say`The cell is merged with the one to its left, and its value counts for that column only.`,
  DATE: say`The cell is a date, and the field takes none. A spreadsheet makes dates of texts such as 7-11.`,
  UNIT_UNFIT: say`The unit does not measure what the field measures, such as centimetres for a weight.`,
  UNIT_MISSING: say`The number has no unit, and the field can have several. Name it in the heading, as in “Sodium (mg)”.`,
  UNIT_UNKNOWN: say`The unit is not known, so the number cannot be used.`,
  NOT_A_COUNTRY: say`The value names no country, or several.`,
  NOT_AN_ADDRESS: say`The value is no web address (http or https).`,
  UNREADABLE: say`The value has nothing in it that the field can take.`,
  UNIT_ALONE: say`No number in the row uses this unit.`,
  UNIT_SAID_OTHERWISE: say`The number has its own unit, which is a different one.`,
} as const
export type LeftReason = keyof typeof leftReasons

/** A value with its position in the file. */
export interface ValueExample {
  /** 1-based line of the file. */
  line: number
  /** The value of the file, shortened. */
  text: string
  /** The value after the import. */
  became?: string
}

export interface ColumnReport {
  column: string
  /** Label of the mapped field. */
  field?: string
  /** The number of values; a cell with a list has several. Each value is kept, changed or left out. */
  read: number
  kept: number
  changed: { count: number; examples: ValueExample[] }
  left: { code: LeftReason; count: number; examples: ValueExample[] }[]
}

/** A name that is in no list. */
export interface UnmatchedName {
  kind: NameKind
  name: string
  /** The number of values with this name. */
  count: number
  /** Column and line of the first such value. */
  column: string
  line: number
  /** The outcome: the identifier of a list entry, another name, or a treatment. */
  became: NameTreatment | { chosen: string } | { as: string }
  /** Set if the outcome follows from a decision for an earlier file. */
  isDecided?: true
}

export interface ImportReport {
  columns: ColumnReport[]
  /** Number of rows that were rejected, and corrected after the report was made. */
  corrected?: number
  /** Most frequent first. */
  names: UnmatchedName[]
  /** The number of values, by kind, with unlisted names that are not in `names`. */
  moreNames: Partial<Record<NameKind, number>>
}

/** The number of values of a column that were left out; those of corrected rows no longer are. */
export const leftOf = ({ left }: ColumnReport): number =>
  left.reduce((sum, { code, count }) => sum + (code === 'ROW_CORRECTED' ? 0 : count), 0)
export const valuesLeft = ({ columns }: ImportReport): number =>
  columns.reduce((sum, column) => sum + leftOf(column), 0)

/**
 * The report after rejected rows were corrected. The outcome of their values is not known column by column, so
 * that their reason changes once all rejected rows are corrected; until then their number is given.
 * @param lines the rows that were corrected
 * @param isLast whether no rejected row is left
 */
export function withCorrectedRows(
  report: ImportReport,
  lines: readonly number[],
  isLast: boolean,
): ImportReport {
  const corrected = new Set(lines)
  return {
    ...report,
    corrected: (report.corrected ?? 0) + lines.length,
    columns: report.columns.map((column) => ({
      ...column,
      left: column.left.map((one) => {
        if (one.code !== 'ROW_REJECTED') return one
        if (isLast) return { ...one, code: 'ROW_CORRECTED' as const }
        return { ...one, examples: one.examples.filter(({ line }) => !corrected.has(line)) }
      }),
    })),
  }
}
export const valuesRead = ({ columns }: ImportReport): number =>
  columns.reduce((sum, { read }) => sum + read, 0)
export const valuesChanged = ({ columns }: ImportReport): number =>
  columns.reduce((sum, { changed }) => sum + changed.count, 0)

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

const kindWords: Record<NameKind, string> = {
  brand: say`brand`,
  manufacturer: say`manufacturer`,
  distributor: say`distributor`,
  category: say`category`,
  packageType: say`package type`,
  unit: say`unit`,
}

const became: Record<NameTreatment, string> = {
  add: say`added to the list`,
  keep: say`kept as text`,
  leave: say`left out`,
}

/** The outcome of a name in words. */
export const nameOutcome = (outcome: UnmatchedName['became']): string =>
  typeof outcome === 'string'
    ? became[outcome]
    : 'as' in outcome
      ? say`written as “${outcome.as}”`
      : say`entry ${outcome.chosen} of the list`

/**
 * The report as CSV (RFC 4180) with a byte order mark. Each column has a line for kept values and one per
 * kind of change or omission; each unlisted name has a line.
 */
export function reportAsCsv({ columns, names, moreNames }: ImportReport): string {
  const lines = [['column', 'field', 'outcome', 'reason', 'values', 'lines', 'examples']]
  for (const { column, field = '', kept, changed, left } of columns) {
    lines.push([column, field, 'kept', '', String(kept), '', ''])
    if (changed.count > 0)
      lines.push([column, field, 'changed', '', String(changed.count), ...shown(changed.examples)])
    for (const { code, count, examples } of left)
      lines.push([
        ...[column, field, code === 'ROW_CORRECTED' ? 'corrected' : 'left out', leftReasons[code]],
        ...[String(count), ...shown(examples)],
      ])
  }
  for (const { kind, name, count, column, line, became } of names) {
    const reason = say`No list has this ${kindWords[kind]}: ${nameOutcome(became)}.`
    lines.push([column, kind, 'unmatched name', reason, String(count), String(line), name])
  }
  for (const [kind, count] of Object.entries(moreNames)) {
    const reason = say`Values with further names of this kind that no list has; too many to be listed.`
    lines.push(['', kind, 'unmatched name', reason, String(count), '', ''])
  }
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

const shown = (examples: ValueExample[]): [lines: string, examples: string] => [
  examples.map(({ line }) => line).join(' '),
  examples.map(({ text, became }) => (became === undefined ? text : `${text} → ${became}`)).join(' | '),
]
