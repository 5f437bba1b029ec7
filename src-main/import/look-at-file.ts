import type { ColumnMapping, ImportPreview, NumberNotation } from '../../src-shared/import/model.ts'
import type { NamePlace, UnmatchedNames } from '../../src-shared/import/names.ts'
import type { Remote } from '../storage/index.ts'
import { ImportError } from './import-error.ts'
import { fieldAt, gtinPath, isNumeric } from './import-fields.ts'
import type { importMapper, RowPlan } from './import-mapper.ts'
import type { Remembered } from './import-memory.ts'
import { inspectFile, readText, type SourceFile } from './source-file.ts'
import { readRows, type SourceRow } from './source-rows.ts'

export type ImportMapper = Remote<ReturnType<(typeof importMapper)['open']>>

/** A file that can be imported, and how. */
export interface LookedAt {
  source: SourceFile
  columns: ImportPreview['columns']
  plan: RowPlan
  /** As the names of the columns alone say. */
  detected: ColumnMapping
  /** When the mapping was last used, where it is a remembered one. */
  remembered?: string
}

/** What a person decided about a file. */
export interface Chosen {
  mapping?: ColumnMapping
  numbers?: NumberNotation
  names?: UnmatchedNames
}

/** What looks at rows, and at what was decided about such files before. */
export interface LookTools {
  mapper: ImportMapper
  /** Absent: nothing is remembered. */
  recall?: (columns: string[]) => Promise<(Remembered & { usedAt: number }) | undefined>
}

/** Rows that are looked at to tell what the columns are: JSON rows need not all have the same. */
const rowsLookedAt = { table: 200, json: 2000 }

/**
 * Looks at the first rows of a file, and settles how its columns are mapped.
 * @param chosen as a person chose it; absent: as remembered, else as detected
 * @param place where the rows go
 * @throws ImportError in plain words when the file cannot be imported so
 */
export async function lookAtFile(
  path: string,
  chosen: Chosen,
  place: NamePlace,
  { mapper, recall }: LookTools,
): Promise<LookedAt> {
  const source = await inspectFile(path)
  const rows = await firstRows(source)
  const { delimiter } = source.format
  const table = delimiter === undefined ? undefined : { headings: headingsOf(rows.shift()), delimiter }
  if (rows.length === 0) throw new ImportError('FILE_EMPTY', 'The file has no rows below its headings.')
  const { columns, mapping, numbers } = await mapper.describe(rows, table)
  if (columns.length === 0) {
    throw new ImportError(
      'FORMAT_UNKNOWN',
      'No line of the file is a JSON object. JSON Lines has one whole object on each line; save the file so, or as CSV.',
    )
  }
  const seen = columns.map(({ name }) => name)
  const remembered = chosen.mapping ? undefined : await recall?.(seen)
  const chosenNames = chosen.names ?? remembered?.names ?? { choices: {} }
  const plan = {
    mapping: chosen.mapping ?? (remembered ? withNew(remembered.mapping, mapping, seen) : mapping),
    numbers: chosen.numbers ?? numbers,
    names: { ...chosenNames, ...place },
    seen,
    ...(table ? { headings: table.headings } : {}),
  }
  checkMapping(plan.mapping, plan.seen)
  const since = remembered ? { remembered: new Date(remembered.usedAt).toISOString() } : {}
  return { source, columns, plan, detected: mapping, ...since }
}

/** The remembered mapping, as far as its columns are here and its fields are fields. */
function withNew(remembered: ColumnMapping, detected: ColumnMapping, columns: string[]): ColumnMapping {
  const here = new Set(columns)
  const mapping = Object.entries(remembered).filter(([name, path]) => here.has(name) && fieldAt.has(path))
  return Object.values(remembered).includes(gtinPath)
    ? Object.fromEntries(mapping)
    : { ...detected, ...Object.fromEntries(mapping) }
}

async function firstRows(source: SourceFile): Promise<SourceRow[]> {
  const atMost = source.format.format === 'jsonl' ? rowsLookedAt.json : rowsLookedAt.table
  const rows: SourceRow[] = []
  for await (const row of readRows(readText(source), source.format)) {
    rows.push(row)
    if (rows.length > atMost) break
  }
  return rows
}

/** The names of a table's columns; one without a name is called by its place, one named twice is numbered. */
function headingsOf(row: SourceRow | undefined): string[] {
  const seen = new Map<string, number>()
  return (row?.cells ?? []).map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function checkMapping(mapping: ColumnMapping, columns: string[]): void {
  for (const [column, path] of Object.entries(mapping)) {
    if (!fieldAt.has(path)) {
      throw new ImportError(
        'MAPPING_INVALID',
        `The column "${column}" is mapped to "${path}", which is no field of an item. Choose one of the list.`,
      )
    }
  }
  if (Object.values(mapping).includes(gtinPath)) return
  throw new ImportError(
    'NO_GTIN_COLUMN',
    `No column can be the GTIN. The first line must name the columns, one of them gtin, upc, ean or barcode; of its ${columns.length}, none is named so.`,
  )
}

/**
 * @throws ImportError when numbers of a mapped column could be read both ways, and neither the file nor a person says
 * how
 */
export function checkNumbers({ columns, plan: { mapping, numbers } }: LookedAt): void {
  for (const { name, unclear } of columns) {
    const field = fieldAt.get(mapping[name] ?? '')
    if (unclear === undefined || !field || !isNumeric(field)) continue
    if (numbers.columns[name] ?? numbers.other) continue
    throw new ImportError(
      'NUMBERS_UNCLEAR',
      `The column "${name}" has "${unclear}", which may be one thousand or one and a fraction, and nothing in the file says which. Say it: choose in the mapping of the column, or give --decimal comma or --decimal point.`,
    )
  }
}
