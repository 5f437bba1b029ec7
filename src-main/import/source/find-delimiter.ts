/** What separates the cells of a table, found by its first lines. */
import { parse } from 'csv-parse/sync'
import { separators } from '../../../src-shared/import/encodings.ts'
import { countNamed, maxHeadingRows } from '../columns/detect-mapping.ts'

/** Rows below the headings that are compared with them. */
const maxRows = 100

interface Cut {
  delimiter: string
  /** The most cells of one line that are called as fields are. */
  named: number
  /** The number of cells of the headings. */
  columns: number
  /** The share of the rows below the headings that have as many cells. */
  agree: number
  /** The headings stand below other lines. */
  isBelowOthers: boolean
}

/**
 * The separator by which the rows agree with their headings. Headings are told by the names of fields; where no
 * separator cuts out any, the first line has them if most rows agree with it, else a line below titles.
 */
export function findDelimiter(text: string): string {
  const [, said] = separatorLine.exec(text) ?? []
  if (said !== undefined && isSeparator(said)) return said
  const cuts = Object.values(separators).flatMap((delimiter) => cutsBy(text, delimiter))
  const score = ({ named, columns, agree, isBelowOthers }: Cut) =>
    agree *
    (1000 * (named > 1 ? named : 0) + (isBelowOthers || agree < 0.5 ? 0 : 500) + Math.min(columns, 400))
  return cuts.reduce((best, other) => (score(other) > score(best) ? other : best)).delimiter
}

const isSeparator = (text: string): boolean => Object.values<string>(separators).includes(text)

/** The first line of a table that says what Excel is to cut it at: `sep=;`. */
const separatorLine = /^"?sep=([^\r\n])"?(?=[\r\n]|$)/i
export const isSeparatorLine = (text: string): boolean => text.length < 10 && separatorLine.test(text)

function cutsBy(text: string, delimiter: string): Cut[] {
  const rows = firstRows(text, delimiter)
  const named = rows.slice(0, maxHeadingRows).map(countNamed)
  const most = Math.max(0, ...named)
  const places = new Set([
    0,
    ...(most > 1 ? [named.indexOf(most)] : []),
    rows.findIndex(({ length }) => length > 1),
  ])
  const cuts = [...places].flatMap((place) => {
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
  return cuts.length > 0 ? cuts : [{ delimiter, named: 0, columns: 0, agree: 0, isBelowOthers: false }]
}

/** The first rows that are whole; the text may end within one. */
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
    // A quotation mark that the end of the head leaves open; the rows before it are known.
  }
  return rows
}

/** Whether quotation marks within quoted cells are written `\"`, as by MySQL, rather than `""`. */
export const escapesByBackslash = (text: string): boolean => /[^,;|\t\r\n]\\"[^,;|\t\r\n"]/.test(text)
