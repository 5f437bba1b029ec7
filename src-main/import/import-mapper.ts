import { gtin14 } from '../../src-shared/gtin.ts'
import type {
  ColumnMapping,
  ImportPreview,
  NumberNotation,
  RejectedRow,
} from '../../src-shared/rpc/import-contract.ts'
import { fromSpreadsheetText } from '../../src-shared/spreadsheet-text.ts'
import { defineReader } from '../storage/store.ts'
import { type Cell, cellText, columnsOf, isRecord, parseJson } from './cell.ts'
import { readColumnName } from './column-name.ts'
import { detectColumn, detectMapping } from './detect-mapping.ts'
import { fieldAt, isNumeric } from './import-fields.ts'
import { type MappedColumn, mapRow } from './map-row.ts'
import { lookAtNumbers, notationOf, UnclearNumber } from './number-notation.ts'
import type { SourceRow } from './source-rows.ts'

/** How the rows of a file become items. */
export interface RowPlan {
  mapping: ColumnMapping
  numbers: NumberNotation
  /**
   * The columns the mapping was made over. One that is met only later, as JSON rows have them, is mapped by its name:
   * nobody has left it out.
   */
  seen: string[]
  /** Names of the cells of a table; absent for JSON Lines. */
  headings?: string[]
}

/** A row that can be imported. The item travels as JSON: the main thread hands it on without looking. */
export interface MappedRow {
  line: number
  gtin14: string
  raw: string
  /** An `ImportedItem`. */
  payload: string
}

const longestRaw = 300
export const shortened = (text: string): string =>
  text.length > longestRaw ? `${text.slice(0, longestRaw)}…` : text

const longestSample = 120
const samplesEach = 3

/** Makes items of rows: pure, and run beside the database only to keep the main thread free. */
export const importMapper = defineReader('import-mapper', () => ({
  /**
   * The columns of the first rows of a file, and what they seem to be.
   * @param table of a table, its headings and what it is cut at
   */
  describe(
    rows: SourceRow[],
    table?: { headings: string[]; delimiter: string },
  ): Pick<ImportPreview, 'columns' | 'mapping' | 'numbers'> {
    const { headings, delimiter } = table ?? {}
    const columns = new Map<string, Cell[]>((headings ?? []).map((name) => [name, []]))
    for (const row of rows) {
      for (const [name, cell] of readableCells(row, headings)) {
        const cells = columns.get(name)
        if (cells) cells.push(cell)
        else columns.set(name, [cell])
      }
    }
    const sampled = [...columns].map(([name, samples]) => ({ name, samples }))
    const mapping = detectMapping(sampled)
    const seen = new Map(
      sampled.map(({ name, samples }) => [name, lookAtNumbers(samples, table !== undefined)]),
    )
    const ofNumbers = new Map([...seen].filter(([name]) => isMappedToNumber(mapping[name])))
    return {
      columns: sampled.map((column) => shown(column, seen.get(column.name)?.unclear)),
      mapping,
      numbers: notationOf(ofNumbers, delimiter),
    }
  },

  map(rows: SourceRow[], plan: RowPlan): { mapped: MappedRow[]; rejected: RejectedRow[] } {
    const columns = openColumns(plan)
    const mapped: MappedRow[] = []
    const rejected: RejectedRow[] = []
    for (const row of rows) {
      const raw = shortened(row.text)
      const outcome = outcomeOf(row, plan, columns)
      if ('code' in outcome) rejected.push({ line: row.line, ...outcome, raw })
      else {
        const code = gtin14(outcome.gtin) ?? outcome.gtin
        mapped.push({ line: row.line, gtin14: code, raw, payload: JSON.stringify(outcome) })
      }
    }
    return { mapped, rejected }
  },
}))

function isMappedToNumber(path: string | undefined): boolean {
  const field = path === undefined ? undefined : fieldAt.get(path)
  return field !== undefined && isNumeric(field)
}

function shown(
  { name, samples }: { name: string; samples: Cell[] },
  unclear: string | undefined,
): ImportPreview['columns'][number] {
  const texts = new Set<string>()
  for (const cell of samples) {
    const text = cellText(cell)
    if (text !== '') texts.add(text.length > longestSample ? `${text.slice(0, longestSample)}…` : text)
    if (texts.size === samplesEach) break
  }
  return { name, samples: [...texts], ...(unclear === undefined ? {} : { unclear }) }
}

function outcomeOf(row: SourceRow, { headings }: RowPlan, columnAt: ReturnType<typeof openColumns>) {
  try {
    const cells: [MappedColumn, Cell][] = []
    for (const [name, cell] of cellsOf(row, headings)) {
      const column = columnAt(name)
      if (column) cells.push([column, cell])
    }
    return mapRow(cells.sort(([a], [b]) => a.rank - b.rank))
  } catch (error) {
    if (error instanceof UnclearNumber) return { code: 'NUMBER_UNCLEAR', reason: error.message }
    if (!(error instanceof SyntaxError)) throw error
    return { code: 'ROW_UNREADABLE', reason: `The line cannot be read: ${error.message}.` }
  }
}

/** @throws SyntaxError when the row is no JSON object */
function* cellsOf({ cells, text }: SourceRow, headings: string[] | undefined): Generator<[string, Cell]> {
  if (headings) {
    for (const [index, name] of headings.entries()) yield [name, fromSpreadsheetText(cells?.[index] ?? '')]
    return
  }
  const row = parseJson(text)
  if (!isRecord(row)) throw new SyntaxError('it is not a JSON object ({...})')
  yield* columnsOf(row)
}

/** The cells of a row; none when it cannot be read, which is told when it is imported. */
function readableCells(row: SourceRow, headings: string[] | undefined): [string, Cell][] {
  try {
    return [...cellsOf(row, headings)]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** Columns by name, worked out once for each name. */
function openColumns({ mapping, seen, numbers }: RowPlan): (name: string) => MappedColumn | undefined {
  const judged = new Set(seen)
  const known = new Map<string, MappedColumn | undefined>()
  return (name) => {
    if (!known.has(name)) known.set(name, columnOf(name, mapping[name], !judged.has(name), numbers))
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
  // What a person chose comes before what a name suggests.
  const rank = detected?.path === path ? (detected?.rank ?? 0) : -1
  const mark = numbers.columns[name] ?? numbers.other
  return { name, column: readColumnName(name), field, rank, ...(mark ? { mark } : {}) }
}
