/**
 * The table of `RESULTS.md`: written from measured figures, parsed, and compared with a later run. The text
 * below the table is written by hand and is kept.
 */
import type { Figure, Goal, Unit } from './figure.ts'
import { isMet } from './figure.ts'

/** A stored figure: its bench and size, and the date and the machine's load when it was measured. */
export interface Result extends Figure {
  bench: string
  /** Absent where the size does not matter. */
  items?: number
  /** `YYYY-MM-DD` */
  on: string
  /** Load average (one minute) before the bench. */
  load: number
}

const keyOf = ({ bench, items, figure }: Pick<Result, 'bench' | 'items' | 'figure'>): string =>
  `${bench} | ${items ?? ''} | ${figure}`

const begin = '<!-- table: npm run bench -- --write -->'
const end = '<!-- end of the table -->'
const heads = [
  'bench',
  'items',
  'figure',
  'ours',
  'limit or peer',
  'theirs',
  'ratio',
  'goal',
  'growth',
  'spread',
  'met',
  'measured',
  'note',
]

const signs = { 'at least': '≥', 'at most': '≤' } as const
const goalWords = ({ of, is, value }: Goal, unit: Unit): string =>
  `${of === 'ours' ? '' : `${of} `}${signs[is]} ${value}${of === 'ours' ? ` ${unit}` : ''}`
function goalOf(words: string): Goal | undefined {
  const [, of, sign, value] = /^(?:(ratio|growth) )?([≥≤]) ([\d.]+)/.exec(words) ?? []
  if (sign === undefined) return undefined
  return { of: (of ?? 'ours') as Goal['of'], is: sign === '≥' ? 'at least' : 'at most', value: Number(value) }
}
const grouped = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })
const percent = (share: number): string => `${Math.round(share * 100)}%`

function cells(result: Result): string[] {
  const { bench, items, figure, ours, unit, peer, theirs, ratio, goal, growth, spread, met, on, load, note } =
    result
  const optional = (value: number | undefined, words = grouped) => (value === undefined ? '' : words(value))
  return [
    ...[
      bench,
      optional(items),
      figure,
      Number.isNaN(ours) ? '' : `${grouped(ours)} ${unit}`,
      peer,
      optional(theirs),
    ],
    ...[optional(ratio), goal ? goalWords(goal, unit) : '', optional(growth), optional(spread, percent)],
    ...[met === undefined ? '' : met ? 'yes' : 'no', `${on}, load ${load}`, note ?? ''],
  ]
}

/** Aligns the columns for a terminal. */
function printed(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Parses the rows of the table in a document. @throws when the document has no table */
export function readTable(document: string): Result[] {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error('The document has no marked table')
  const lines = document
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return lines.map((line) => {
    const row = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const [
      bench = '',
      items = '',
      figure = '',
      own = '',
      peer = '',
      theirs = '',
      ratio = '',
      wanted = '',
      growth = '',
    ] = row
    const [spread = '', , measured = '', note = ''] = row.slice(9)
    const number = (words: string) => Number(words.replaceAll(',', '').replace('∞', 'Infinity'))
    const [, amount = 'NaN', unit = 'ms'] = /^([-\d.,]+) (.+)$/.exec(own) ?? []
    const [, on = '', load = '0'] = /^(\S+), load (.+)$/.exec(measured) ?? []
    const given = <K extends string, T>(name: K, words: string, read: (words: string) => T) =>
      (words === '' ? {} : { [name]: read(words) }) as { [name in K]?: T }
    const goal = goalOf(wanted)
    const result: Result = {
      ...{ bench, figure, ours: number(amount), unit: unit as Unit, peer, on, load: Number(load) },
      ...given('items', items, number),
      ...given('theirs', theirs, number),
      ...given('ratio', ratio, number),
      ...given('growth', growth, number),
      ...given('spread', spread, (words) => number(words.replace('%', '')) / 100),
      ...given('note', note, String),
      ...(goal ? { goal } : {}),
    }
    const met = row[10] === '' ? undefined : row[10] === 'yes'
    return met === undefined ? result : { ...result, met }
  })
}

/**
 * The document with these rows in its table: a repeated bench replaces its earlier rows of the same size;
 * other rows are kept.
 */
export function writeTable(document: string, order: readonly string[], measured: readonly Result[]): string {
  const rows = new Map(readTable(document).map((row) => [keyOf(row), row]))
  const again = new Set(measured.map(({ bench, items }) => `${bench} ${items}`))
  for (const [key, { bench, items }] of rows) if (again.has(`${bench} ${items}`)) rows.delete(key)
  for (const row of measured) rows.set(keyOf(row), row)
  const sorted = [...rows.values()].toSorted(
    (one, other) =>
      order.indexOf(one.bench) - order.indexOf(other.bench) || (one.items ?? 0) - (other.items ?? 0),
  )
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const table = [line(heads), line(heads.map(() => '---')), ...sorted.map((row) => line(cells(row)))]
  const missing = order.filter((name) => !sorted.some(({ bench }) => bench === name))
  if (missing.length > 0) table.push('', `Not measured yet: ${missing.join(', ')}.`)
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  return `${document.slice(0, from)}${begin}\n${table.join('\n')}\n${document.slice(to)}`
}

/** Comparison of a figure with the one in the table. */
type Standing = 'new' | 'same' | 'better' | 'worse'

/** Differences within this share are noise, however even a single run was. */
const minSpread = 0.1

/**
 * Compares ratios if both have one, because ratios are comparable across machines. Less is better unless the
 * unit is a rate.
 */
export function standingOf(now: Figure, before: Figure | undefined): Standing {
  const name = now.ratio !== undefined && before?.ratio !== undefined ? 'ratio' : 'ours'
  const [present, past] = [now[name], before?.[name]]
  if (present === undefined || past === undefined || Number.isNaN(present) || Number.isNaN(past)) return 'new'
  const spread = Math.max(minSpread, now.spread ?? 0, before?.spread ?? 0)
  const isMore = /\/s$/.test(now.unit)
  const change = past === 0 ? present : present / past - 1
  if (Math.abs(change) <= spread) return 'same'
  return change > 0 === isMore ? 'better' : 'worse'
}

/** The run as a table for a terminal, each row next to that of the document. */
export function comparedTable(measured: readonly Result[], before: readonly Result[] | undefined): string {
  const known = new Map(before?.map((row) => [keyOf(row), row]))
  const rows = measured.map((row) => {
    const earlier = known.get(keyOf(row))
    const standing = standingOf(row, earlier)
    const earlierValue = earlier?.ratio ?? earlier?.ours
    const words =
      standing === 'new' || earlierValue === undefined
        ? ''
        : `${standing === 'same' ? '' : `${standing}: `}${earlierValue}`
    return [...cells(row).filter((_, at) => at !== 11), ...(before ? [words] : [])]
  })
  return printed([
    [...heads.filter((head) => head !== 'measured'), ...(before ? ['in RESULTS.md'] : [])],
    ...rows,
  ])
}

/** Rows that miss their goal, or whose goal cannot be judged, without an explanation in the document. */
export function unexplained(document: string): string[] {
  const earlierValue = new Set(explained(document))
  return toBeExplained(document).filter((name) => !earlierValue.has(name))
}

/** Rows that the document explains although they meet their goal by now. */
export function needless(document: string): string[] {
  const needed = new Set(toBeExplained(document))
  return explained(document).filter((name) => !needed.has(name))
}

const explained = (document: string): string[] =>
  [...document.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = '']) => name)

const toBeExplained = (document: string): string[] => [
  ...new Set(
    readTable(document)
      .filter((row) => row.goal && isMet(row) !== true)
      .map(({ bench, figure }) => `${bench}: ${figure}`),
  ),
]
