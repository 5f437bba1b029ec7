import { rowLimits } from '../../src-shared/file-limits.ts'
import type { Separator, TextEncoding } from '../../src-shared/import/encodings.ts'
import type {
  ColumnMapping,
  ImportErrorCode,
  ImportPreview,
  NumberNotation,
} from '../../src-shared/import/model.ts'
import type { NamePlace, UnmatchedNames } from '../../src-shared/import/names.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Remote } from '../storage/index.ts'
import { unitsOfRow } from './columns/column-name.ts'
import { detectColumn, maxHeadingRows } from './columns/detect-mapping.ts'
import { isBelowGroups, withGroups } from './columns/group-headings.ts'
import { fieldAt, gtinPath, isNumeric, namePath } from './columns/import-fields.ts'
import type { Remembered } from './import-memory.ts'
import type { importMapper, RowPlan } from './rows/import-mapper.ts'
import { gdsnMapping } from './source/gdsn/record-cells.ts'
import { cellsByPlace, hasFurtherCells } from './source/row-cells.ts'
import { charactersOf } from './source/row-windows.ts'
import { inspectFile, type SourceFile } from './source/source-file.ts'
import type { SourceRow } from './source/source-row.ts'
import { openRows, type SourceReaders } from './source/source-rows.ts'

export type ImportMapper = Remote<ReturnType<(typeof importMapper)['open']>>

/** A file that can be imported, and how. */
export interface LookedAt {
  source: SourceFile
  /** Of a workbook, those a person can see; a hidden one is read when it is asked for by name. */
  sheets?: string[]
  /** Of a workbook: what of it is hidden, in words. */
  notes?: string[]
  columns: ImportPreview['columns']
  firstLines?: ImportPreview['firstLines']
  plan: RowPlan
  /** As the names of the columns alone say. */
  detected: ColumnMapping
  /** When the mapping was last used, where it is a remembered one. */
  remembered?: string
  /** The first row with values behind the last heading, where most rows have some and the plan refuses such rows. */
  tooWide?: { line: number; cells: number; headings: number }
}

/** What a person decided about a file. */
export interface Chosen {
  /** The sheet of a workbook; the first that has a column of GTINs when absent. */
  sheet?: string
  /** The first row of a table is a product: there are no names of columns. */
  firstRowIsData?: boolean
  /** The line of a table with the names of its columns, 1-based; found by their words when absent. */
  headingLine?: number
  /** The encoding of a text; found when absent. */
  encoding?: TextEncoding
  /** What separates the cells of a table; found when absent. */
  separator?: Separator
  mapping?: ColumnMapping
  numbers?: NumberNotation
  names?: UnmatchedNames
}

/** What looks at rows, and at what was decided about such files before. */
interface LookTools extends SourceReaders {
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
 * @throws PlainError in plain words when the file cannot be imported so
 */
export async function lookAtFile(
  path: string,
  chosen: Chosen,
  place: NamePlace,
  tools: LookTools,
): Promise<LookedAt> {
  const source = await inspectFile(path, chosen)
  if (source.format.format !== 'xlsx') return lookAtRows(source, chosen, place, tools)
  const all = await tools.workbook('sheets', [path])
  const visible = all.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const sheets = visible.length > 0 ? visible : all.map(({ name }) => name)
  const wanted = chosen.sheet === undefined ? sheets.slice(0, maxSheetsTried) : [chosen.sheet]
  const hidden = all.filter(({ name }) => !sheets.includes(name)).map(({ name }) => name)
  const ofSheets =
    hidden.length === 0
      ? []
      : [
          say`Hidden sheets are read only when they are chosen by name: ${hidden.slice(0, maxNamed).join(', ')}.`,
        ]
  const found: LookedAt[] = []
  let failure: unknown
  for (const sheet of wanted) {
    try {
      const looked = await lookAtRows({ ...source, sheet }, chosen, place, tools)
      if (hasGtin(looked.plan.mapping))
        return { ...looked, sheets, notes: [...ofSheets, ...(looked.notes ?? [])] }
      found.push(looked)
    } catch (error) {
      // A sheet without rows, such as one for a chart, is no reason to refuse the others.
      if (!(error instanceof PlainError) || error.code !== 'FILE_EMPTY') throw error
      failure ??= error
    }
  }
  const [first] = found
  if (!first) throw failure
  return { ...first, sheets, notes: [...ofSheets, ...(first.notes ?? [])] }
}

/** Hidden sheets that are named. */
const maxNamed = 10

/** Sheets that are searched for one with products. */
const maxSheetsTried = 20
const hasGtin = (mapping: ColumnMapping): boolean => Object.values(mapping).includes(gtinPath)

async function lookAtRows(
  source: SourceFile,
  chosen: Chosen,
  place: NamePlace,
  { mapper, recall, ...readers }: LookTools,
): Promise<LookedAt> {
  const all = await firstRows(source, readers)
  const { format, delimiter } = source.format
  const { firstRowIsData = false } = chosen
  const isTable = format !== 'jsonl' && format !== 'gdsn'
  const foundLine =
    isTable && !firstRowIsData ? (chosen.headingLine ?? (await mapper.headingLine(all))) : undefined
  const foundAt = all.findIndex(({ line }) => line === foundLine)
  const found = all[foundAt]
  const hasGroups = chosen.headingLine === undefined && found && isBelowGroups(found, all[foundAt + 1])
  const namedAt = hasGroups ? foundAt + 1 : foundAt
  const named = all[namedAt]
  const headingLine = hasGroups ? named?.line : foundLine
  if (headingLine !== undefined && !named)
    throw new PlainError<ImportErrorCode>(
      'HEADINGS_NOT_FOUND',
      say`Line ${headingLine} is empty, or too far down to have the names of the columns. Choose one of the first ${rowsLookedAt.table}.`,
    )
  const below = all.filter(({ line }) => line > (headingLine ?? 0))
  const names = named && withGroups(named, all[namedAt - 1])
  const units = names && below[0] && unitsOfRow(cellsByPlace(below[0]), names.map(isCodeOrUnit))
  const rows = units ? below.slice(1) : below
  const table = isTable ? { headings: headingsOf(rows, names, units), delimiter } : undefined
  if (rows.length === 0)
    throw new PlainError<ImportErrorCode>('FILE_EMPTY', say`The file has no rows below its headings.`)
  const described = await mapper.describe(rows, table)
  const { columns, numbers } = described
  // What corresponds to a field is known of a message, also where the first items lack it; nothing else is guessed.
  const mapping = format === 'gdsn' ? gdsnMapping : described.mapping
  if (columns.length === 0) {
    throw new PlainError<ImportErrorCode>(
      'FORMAT_UNKNOWN',
      format === 'gdsn'
        ? say`No trade item of the message can be read. Ask the sender for the message again.`
        : isTable
          ? say`No row of the file can be read: ${rows[0]?.fault ?? ''}. Correct it, then import the file.`
          : say`No line of the file is a JSON object. JSON Lines has one whole object on each line; save the file so, or as CSV.`,
    )
  }
  const seen = columns.map(({ name }) => name)
  // Places are the same in every file without names; what was decided for one says nothing about another.
  const remembered = chosen.mapping || firstRowIsData ? undefined : await recall?.(seen)
  const chosenNames = chosen.names ?? remembered?.names ?? { choices: {} }
  const refusesFurtherCells = isTable && delimiter !== undefined && delimiter !== '\t'
  const wide = refusesFurtherCells
    ? rows.filter((row) => hasFurtherCells(row, table?.headings.length ?? 0))
    : []
  const [firstWide] = wide
  const plan = {
    mapping: chosen.mapping ?? (remembered ? withNew(remembered.mapping, mapping, seen) : mapping),
    numbers: chosen.numbers ?? numbers,
    names: { ...chosenNames, ...place },
    seen,
    headings: table?.headings,
    firstRowIsData: table && firstRowIsData,
    ...(refusesFurtherCells && { refusesFurtherCells: true as const }),
    headingLine,
    unitsLine: units && below[0]?.line,
  }
  checkFields(plan.mapping)
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).length
  return {
    source,
    columns,
    ...(isTable && { firstLines: all.slice(0, maxHeadingRows).map(inWords) }),
    plan,
    detected: mapping,
    remembered: remembered && new Date(remembered.usedAt).toISOString(),
    ...(firstWide &&
      wide.length * 2 > rows.length && {
        tooWide: {
          line: firstWide.line,
          cells: cellsByPlace(firstWide).length,
          headings: table?.headings.length ?? 0,
        },
      }),
    ...(hiddenRows > 0 && {
      notes: [
        say`${hiddenRows} of the first ${rows.length} rows are hidden in the workbook. They are imported too.`,
      ],
    }),
  }
}

/** Whether a column is called as one with codes or with units is. */
function isCodeOrUnit(name: string): 'code' | 'unit' | undefined {
  const path = detectColumn(name)?.path
  return path === gtinPath ? 'code' : fieldAt.get(path ?? '')?.reading === 'unit' ? 'unit' : undefined
}

/** The remembered mapping, as far as its columns are here and its fields are fields. */
function withNew(remembered: ColumnMapping, detected: ColumnMapping, columns: string[]): ColumnMapping {
  const here = new Set(columns)
  const mapping = Object.entries(remembered).filter(([name, path]) => here.has(name) && fieldAt.has(path))
  return hasGtin(remembered) ? Object.fromEntries(mapping) : { ...detected, ...Object.fromEntries(mapping) }
}

async function firstRows(source: SourceFile, readers: SourceReaders): Promise<SourceRow[]> {
  const { format } = source.format
  const atMost = format === 'jsonl' ? rowsLookedAt.json : rowsLookedAt.table
  const rows: SourceRow[] = []
  let characters = 0
  for await (const row of openRows(source, readers)) {
    rows.push(row)
    characters += charactersOf(row)
    if (rows.length > atMost || characters > rowLimits.charactersAtOnce) break
  }
  return rows
}

const maxWords = 80

/** A row in a few words, by which a person knows it again. */
function inWords({ line, cells = [] }: SourceRow): { line: number; words: string } {
  const words = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 8)
    .join(' · ')
  return { line, words: words.length > maxWords ? `${words.slice(0, maxWords)}…` : words }
}

/**
 * The names of a table's columns; one without a name is called by its place, one named twice is numbered.
 * @param named the names; absent where there are none
 * @param units of the columns, where the row below the names has them
 */
function headingsOf(
  rows: SourceRow[],
  named: string[] | undefined,
  units: (string | undefined)[] = [],
): string[] {
  const seen = new Map<string, number>()
  const width = Math.max(0, ...rows.map((row) => cellsByPlace(row).length))
  const names = named ?? Array.from({ length: width }, () => '')
  return names.map((cell, index) => {
    const unit = units[index]
    const name = (cell.trim() || `column ${index + 1}`) + (unit === undefined ? '' : ` (${unit})`)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function checkFields(mapping: ColumnMapping): void {
  for (const [column, path] of Object.entries(mapping)) {
    if (!fieldAt.has(path)) {
      throw new PlainError<ImportErrorCode>(
        'MAPPING_INVALID',
        say`The column "${column}" is mapped to "${path}", which is no field of an item. Choose one of the list.`,
      )
    }
  }
}

/**
 * @throws PlainError when no column is the GTIN, or the one that is to be it has no GTINs, or none is the name, or most
 * rows have more cells than there are headings
 */
export function checkNeededColumns({ columns, plan: { mapping, seen }, tooWide }: LookedAt): void {
  if (tooWide)
    throw new PlainError<ImportErrorCode>(
      'HEADINGS_TOO_FEW',
      say`Most rows have more cells than there are headings (line ${tooWide.line}: ${tooWide.cells} cells, ${tooWide.headings} headings), so their values may stand in a wrong column. Where a heading is missing, add it; where a value has the separator in it, put it between quotation marks; or choose another separator.`,
    )
  const doubtful = columns.filter(({ notGtins }) => notGtins !== undefined)
  const mapped = doubtful.find(({ name }) => mapping[name] === gtinPath)
  const called = doubtful.find(({ name }) => detectColumn(name)?.path === gtinPath)
  const { notGtins } = mapped ?? called ?? {}
  if (notGtins !== undefined && (mapped || !hasGtin(mapping)))
    throw new PlainError<ImportErrorCode>(
      'NO_GTIN_COLUMN',
      say`${notGtins} Choose another column for the GTIN, or correct the codes.`,
    )
  if (hasGtin(mapping) && Object.values(mapping).includes(namePath)) return
  if (hasGtin(mapping))
    throw new PlainError<ImportErrorCode>(
      'NO_NAME_COLUMN',
      say`No column is the name of the product. Choose which of the ${seen.length} columns it is (--map COLUMN=${namePath}), or call one name in the first line.`,
    )
  throw new PlainError<ImportErrorCode>(
    'NO_GTIN_COLUMN',
    say`No column is the GTIN. Say which of the ${seen.length} columns it is, or call one gtin, upc, ean or barcode in the first line.`,
  )
}

/**
 * @throws PlainError when numbers of a mapped column could be read both ways, and neither the file nor a person says
 * how
 */
export function checkNumbers({ columns, plan: { mapping, numbers } }: LookedAt): void {
  for (const { name, unclear } of columns) {
    const field = fieldAt.get(mapping[name] ?? '')
    if (unclear === undefined || !field || !isNumeric(field)) continue
    if (numbers.columns[name] ?? numbers.other) continue
    throw new PlainError<ImportErrorCode>(
      'NUMBERS_UNCLEAR',
      say`The column "${name}" has "${unclear}", which may be one thousand or one and a fraction, and nothing in the file says which. Say it: choose in the mapping of the column, or give --decimal comma or --decimal point.`,
    )
  }
}
