import { rowLimits } from '../../../src-shared/file-limits.ts'
import type {
  ColumnMapping,
  ImportPreview,
  NumberNotation,
  RejectedRow,
} from '../../../src-shared/import/model.ts'
import type { LeftReason } from '../../../src-shared/import/report.ts'
import type { RowChoices } from '../../../src-shared/import/row-classes.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { gtin14 } from '../../../src-shared/values/gtin.ts'
import { defineReader } from '../../storage/index.ts'
import { readColumnName } from '../columns/column-name.ts'
import { detectColumn, detectMapping, headingRow } from '../columns/detect-mapping.ts'
import { fieldAt, gtinPath, isNumeric, namePath } from '../columns/import-fields.ts'
import { sampledColumn, shownColumn } from '../columns/sampled-column.ts'
import { type Cell, fullText } from '../source/cell.ts'
import { cellsOf, hasFurtherCells, readableCells } from '../source/row-cells.ts'
import type { NamedCell, SourceRow } from '../source/source-row.ts'
import { examineNumbers, notationOf, UnclearNumber } from '../values/number-notation.ts'
import type { Account } from '../values/readout.ts'
import { mapRow } from './map-row.ts'
import { type NamePlan, openNameLists, type RowName } from './name-lists.ts'
import type { MappedColumn, RowCell } from './row-cell.ts'
import type { AccountEntry } from './tally.ts'

/** How the rows of a file are converted to items. */
export interface RowPlan {
  mapping: ColumnMapping
  numbers: NumberNotation
  /**
   * The columns known when the mapping was made. A column that appears later, as in JSON rows, is mapped by
   * its name: nobody excluded it.
   */
  seen: string[]
  /** Names of the cells of a table; absent for JSON Lines. */
  headings?: string[]
  /** Line of the headings, 1-based. The lines above are titles. */
  headingLine?: number
  /** Tables only: line of the units, below the headings. */
  unitsLine?: number
  /**
   * Tables only: reject a row with values after the last heading, because an unquoted separator may have
   * shifted its values.
   */
  refusesFurtherCells?: true
  /** The file has no headings: columns are named by position, and the first row is a product. */
  firstRowIsData?: boolean
  /** Where the rows are imported, and how names without a list entry are treated. */
  names: NamePlan
  /** What an import into drafts makes of the rows of each class; the defaults where absent. */
  rowChoices?: RowChoices
}

/** A row that can be imported. The item is passed as JSON, so that the main thread need not parse it. */
export interface MappedRow {
  line: number
  gtin14: string
  raw: string
  /** An `ImportedItem` as JSON. */
  payload: string
  /** The result of each value. */
  account: AccountEntry[]
  names: RowName[]
  /** The column of the GTIN. */
  codeColumn?: string
}

/** A rejected row with its cells for correction; without cells if the row could not be split into cells. */
export interface RejectedCells extends Omit<RejectedRow, 'cells'> {
  named?: NamedCell[]
}

/** A rejected row with its values, none of which are imported. */
export interface RefusedRow extends RejectedCells {
  account: AccountEntry[]
}

interface MappedStep {
  mapped: MappedRow[]
  rejected: RefusedRow[]
  /** Column names; the results of values refer to them by index. */
  columns: string[]
}

const maxRawLength = 300
const shortened = (text: string): string =>
  text.length > maxRawLength ? `${text.slice(0, maxRawLength)}…` : text

/** Characters of a cell used to detect the column's field. */
const maxSample = 1000

/** Converts rows to items. Pure functions, which run in a reader thread only to keep the main thread free. */
export const importMapper = defineReader('import/mapper', ({ db }) => {
  const openColumns = openColumnCache()
  const lists = openNameLists(db)
  return {
    /**
     * Columns of the first rows of a file and their detected fields.
     * @param table headings and separator of a table; a workbook has no separator
     */
    describe(
      rows: SourceRow[],
      table?: { headings: string[]; delimiter?: string },
    ): Pick<ImportPreview, 'columns' | 'mapping' | 'numbers'> {
      const { headings, delimiter } = table ?? {}
      const columns = new Map((headings ?? []).map((name) => [name, sampledColumn(name)]))
      for (const row of rows) {
        for (const { name, cell, isNumber } of readableCells(row, headings)) {
          const known = columns.get(name)
          // A column that appears later is mapped by its name.
          if (!known && columns.size >= rowLimits.columnsLookedAt) continue
          const column = known ?? sampledColumn(name)
          if (!known) columns.set(name, column)
          const sample = typeof cell === 'string' ? cell.slice(0, maxSample) : cell
          column.samples.push(sample)
          if (!isNumber) column.texts.push(sample)
        }
        for (const place of row.unresolved ?? []) {
          const column = columns.get(headings?.[place] ?? '')
          if (column) column.unresolved++
        }
      }
      const sampled = [...columns.values()]
      const mapping = detectMapping(sampled)
      const seen = new Map(
        sampled.map(({ name, texts }) => [name, examineNumbers(texts, table !== undefined)]),
      )
      const ofNumbers = new Map([...seen].filter(([name]) => isMappedToNumber(mapping[name])))
      return {
        columns: sampled.map((column) =>
          shownColumn(column, mapping[column.name], seen.get(column.name)?.unclear),
        ),
        mapping,
        numbers: notationOf(ofNumbers, delimiter),
      }
    },

    /** Cells of rows that were mapped and then rejected, in the order of the rows. */
    cells: (rows: SourceRow[], plan: RowPlan): NamedCell[][] => {
      const columns = openColumns(plan)
      return rows.map((row) => rankedCells(row, plan, columns).map(withoutColumn))
    },

    /** Line of the headings, among the first rows of a table. */
    headingLine: (rows: SourceRow[]): number | undefined =>
      rows[headingRow(rows.map(({ cells = [] }) => cells))]?.line,

    map(rows: SourceRow[], plan: RowPlan): MappedStep {
      const columns = openColumns(plan)
      const find = lists.open(plan.names)
      const places = openPlaces()
      const mapped: MappedRow[] = []
      const rejected: RefusedRow[] = []
      for (const row of rows) {
        const raw = shortened(row.text)
        let cells: RowCell[] = []
        const named = () => cells.map(withoutColumn)
        try {
          cells = rankedCells(row, plan, columns)
          const outcome = mapRow(cells, { target: plan.names.target, find })
          if ('code' in outcome) {
            const fault = faultOf(outcome.code, cells, plan)
            rejected.push({
              line: row.line,
              ...outcome,
              raw,
              fault,
              named: named(),
              account: [...refused(cells, places), ...withoutValue(row, plan, places)],
            })
            continue
          }
          const { imported, account, names } = outcome
          const code = gtin14(imported.gtin) ?? imported.gtin
          const payload = JSON.stringify(imported)
          mapped.push({
            line: row.line,
            gtin14: code,
            raw,
            payload,
            account: [...entriesOf(account.columns, places), ...withoutValue(row, plan, places)],
            names,
            codeColumn: faultOf('GTIN', cells, plan),
          })
        } catch (error) {
          rejected.push({
            line: row.line,
            ...refusalOf(error),
            raw,
            named: named(),
            account: refused(cells, places),
          })
        }
      }
      return { mapped, rejected, columns: places.names }
    },
  }
})

/** Indexes of column names, so that each name is passed between threads once. */
function openPlaces() {
  const names: string[] = []
  const placeOf = new Map<string, number>()
  return {
    names,
    of(name: string): number {
      const known = placeOf.get(name)
      if (known !== undefined) return known
      placeOf.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
type Places = ReturnType<typeof openPlaces>

const maxExampleLength = 80
const example = (text: string): string =>
  text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)}…` : text

function entriesOf(columns: Map<string, Account>, places: Places): AccountEntry[] {
  const entries: AccountEntry[] = []
  for (const [name, { kept, changed, left }] of columns) {
    const place = places.of(name)
    if (kept > 0) entries.push([place, 'kept', kept])
    for (const { from, to } of changed) entries.push([place, 'changed', 1, example(from), example(to)])
    for (const { code, text } of left) entries.push([place, code, 1, example(text)])
  }
  return entries
}

/** Indexes of columns covered by merged cells, each with the index of the column that has the value. */
function* mergedPlaces(
  spans: [number, number][],
  columns: number,
): Generator<[place: number, first: number]> {
  let covered = -1
  for (const [first, last] of spans.toSorted(([one], [other]) => one - other)) {
    if (first <= covered) continue
    covered = last
    for (let place = first + 1; place <= last && place < columns; place++) yield [place, first]
  }
}

/**
 * Report entries for mapped columns without a value: formulas without a result, and cells merged with a cell
 * to their left.
 */
const withoutValue = (
  { unresolved = [], spans = [], cells = [], places: at = [] }: SourceRow,
  { headings = [], mapping }: RowPlan,
  places: Places,
): AccountEntry[] => {
  const entry = (place: number, code: LeftReason, text: string): AccountEntry[] => {
    const name = headings[place]
    return name !== undefined && mapping[name] !== undefined ? [[places.of(name), code, 1, text]] : []
  }
  return [
    ...unresolved.flatMap((place) => entry(place, 'NO_RESULT', say`(formula)`)),
    ...[...mergedPlaces(spans, headings.length)].flatMap(([place, first]) =>
      entry(place, 'MERGED', example(cells[at.indexOf(first)] ?? '')),
    ),
  ]
}

const refused = (cells: RowCell[], places: Places): AccountEntry[] =>
  cells.map(({ name, cell }) => [places.of(name), 'ROW_REJECTED', 1, example(fullText(cell))])

function isMappedToNumber(path: string | undefined): boolean {
  const field = path === undefined ? undefined : fieldAt.get(path)
  return field !== undefined && isNumeric(field)
}

/**
 * The column that a rejection refers to: the one with the value or, if there is none, the first one mapped to
 * the field.
 */
function faultOf(code: string, cells: RowCell[], { mapping, seen }: RowPlan): string | undefined {
  const path = code.startsWith('GTIN') ? gtinPath : code === 'NAME_MISSING' ? namePath : undefined
  if (path === undefined) return undefined
  return (
    cells.find(({ column }) => column?.field.path === path)?.name ??
    seen.find((name) => mapping[name] === path)
  )
}

/** The reason why a row could not be read. @throws any error that is not a fault of the row */
function refusalOf(error: unknown): { code: string; reason: string } {
  if (error instanceof UnclearNumber) return { code: 'NUMBER_UNCLEAR', reason: error.message }
  if (!(error instanceof SyntaxError)) throw error
  return { code: 'ROW_UNREADABLE', reason: say`The line cannot be read: ${error.message}.` }
}

/** The cells of a row with their columns, lowest rank first. @throws SyntaxError if the row cannot be read */
function rankedCells(
  row: SourceRow,
  { headings, refusesFurtherCells }: RowPlan,
  columns: ColumnAt,
): RowCell[] {
  if (refusesFurtherCells && headings) refuseFurtherCells(row, headings.length)
  const cells = Array.from(cellsOf(row, headings), (cell) => withColumn(cell, columns))
  return cells.sort((a, b) => (a.column?.rank ?? 0) - (b.column?.rank ?? 0))
}

/** @throws SyntaxError if there are values after the last heading */
function refuseFurtherCells(row: SourceRow, columns: number): void {
  if (!hasFurtherCells(row, columns)) return
  throw new SyntaxError(
    say`it has ${row.cells?.length ?? 0} cells, and there are ${columns} headings. Where a value has the separator in it, put it between quotation marks; where a heading is missing, add it`,
  )
}

const withoutColumn = ({ column: _, ...cell }: RowCell): NamedCell => cell

const withColumn = (named: NamedCell, columnAt: ColumnAt): RowCell => {
  const column = named.beyond ? undefined : columnAt(named.name)
  const isCode = named.isNumber && column?.field.path === gtinPath
  return { ...named, cell: isCode ? roundedCode(named.cell) : named.cell, column }
}

/**
 * A long number with no more significant digits than a spreadsheet displays was rounded. It is written in
 * exponent form, so that the code is rejected.
 */
const roundedCode = (cell: Cell): Cell => {
  const digits = typeof cell === 'string' ? cell.replaceAll('-', '') : ''
  return digits.length >= 12 && /^\d{1,6}0*$/.test(digits)
    ? Number(digits).toExponential().replace('e', 'E')
    : cell
}

type ColumnAt = (name: string) => MappedColumn | undefined

/** Returns the mapped columns of a plan, and keeps those of the last plan: an import maps many steps by it. */
function openColumnCache(): (plan: RowPlan) => ColumnAt {
  let last: { key: string; columnAt: ColumnAt } | undefined
  return (plan) => {
    const { mapping, seen, numbers } = plan
    const key = JSON.stringify([mapping, seen, numbers])
    if (last?.key !== key) last = { key, columnAt: openColumns(plan) }
    return last.columnAt
  }
}

/** Mapped columns by name, computed once for each name. */
function openColumns({ mapping, seen, numbers }: RowPlan): ColumnAt {
  const knownColumns = new Set(seen)
  const known = new Map<string, MappedColumn | undefined>()
  return (name) => {
    if (!known.has(name)) known.set(name, columnOf(name, mapping[name], !knownColumns.has(name), numbers))
    return known.get(name)
  }
}

function columnOf(
  name: string,
  mapped: string | undefined,
  isNew: boolean,
  numbers: NumberNotation,
): MappedColumn | undefined {
  const detected = detectColumn(name)
  const path = mapped ?? (isNew ? detected?.path : undefined)
  const field = path === undefined ? undefined : fieldAt.get(path)
  if (!field) return undefined
  // A person's mapping takes precedence over a detected one.
  const rank = detected?.path === path ? (detected?.rank ?? 0) : -1
  const mark = numbers.columns[name] ?? numbers.other
  return { name, column: readColumnName(name), field, rank, mark }
}
