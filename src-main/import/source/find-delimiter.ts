/** Detects the separator of a table by its first lines. */
import { parse } from 'csv-parse/sync'
import { separators } from '../../../src-shared/import/encodings.ts'
import { countNamed, maxHeadingRows } from '../columns/detect-mapping.ts'

/** Rows below the headings that are compared with them. */
const maxRows = 100

interface Candidate {
  delimiter: string
  /** Number of cells in the heading row that name a field. */
  named: number
  /** Number of headings. */
  columns: number
  /** Share of the rows below the headings that have the same number of cells. */
  agree: number
  /** There are other lines above the headings. */
  isBelowOthers: boolean
}

/**
 * The separator for which the rows match the headings best. Headings are recognized by field names. If no
 * separator yields field names, the first line is the heading row if most rows match it; otherwise it is a
 * line below titles.
 */
export function findDelimiter(text: string): string {
  const [, declared] = separatorLine.exec(text) ?? []
  if (declared !== undefined && isSeparator(declared)) return declared
  const candidates = Object.values(separators).flatMap((delimiter) => candidatesFor(text, delimiter))
  const score = ({ named, columns, agree, isBelowOthers }: Candidate) =>
    agree *
    (1000 * (named > 1 ? named : 0) + (isBelowOthers || agree < 0.5 ? 0 : 500) + Math.min(columns, 400))
  return candidates.reduce((best, other) => (score(other) > score(best) ? other : best)).delimiter
}

const isSeparator = (text: string): boolean => Object.values<string>(separators).includes(text)

/** The first line of a table that declares the separator for Excel: `sep=;`. */
const separatorLine = /^"?sep=([^\r\n])"?(?=[\r\n]|$)/i
export const isSeparatorLine = (text: string): boolean => text.length < 10 && separatorLine.test(text)

function candidatesFor(text: string, delimiter: string): Candidate[] {
  const rows = firstRows(text, delimiter)
  const named = rows.slice(0, maxHeadingRows).map(countNamed)
  const most = Math.max(0, ...named)
  const places = new Set([
    0,
    ...(most > 1 ? [named.indexOf(most)] : []),
    rows.findIndex(({ length }) => length > 1),
  ])
  const candidates = [...places].flatMap((place) => {
    const columns = rows[place]?.length ?? 0
    if (columns < 2) return []
    const below = rows.slice(place + 1)
    const agree =
      below.length === 0 ? 0.5 : below.filter(({ length }) => length === columns).length / below.length
    return [
      {
        delimiter,
        named: named[place] ?? 0,
        columns,
        agree: Math.max(agree, 0.01),
        isBelowOthers: place > 0,
      },
    ]
  })
  return candidates.length > 0
    ? candidates
    : [{ delimiter, named: 0, columns: 0, agree: 0, isBelowOthers: false }]
}

/** The first complete rows; the text may end within a row. */
function firstRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  try {
    parse(text, {
      delimiter,
      to: maxRows,
      relax_quotes: true,
      ltrim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (row: string[]) => {
        rows.push(row)
        return null
      },
    })
  } catch {
    // A quotation mark is still open at the end of the head; the rows before it are valid.
  }
  return rows
}

/** Whether quotation marks within quoted cells are written `\"`, as by MySQL, rather than `""`. */
export const escapesByBackslash = (text: string): boolean => /[^,;|\t\r\n]\\"[^,;|\t\r\n"]/.test(text)
