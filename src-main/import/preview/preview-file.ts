import { rowLimits } from '../../../src-shared/file-limits.ts'
import { type Separator, separators, type TextEncoding } from '../../../src-shared/import/encodings.ts'
import type {
  ColumnMapping,
  ImportErrorCode,
  ImportPreview,
  NumberNotation,
} from '../../../src-shared/import/model.ts'
import type { NameContext, UnmatchedNames } from '../../../src-shared/import/names.ts'
import type { RowChoices } from '../../../src-shared/import/row-classes.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import type { Remote } from '../../storage/index.ts'
import { unitsOfRow } from '../columns/column-name.ts'
import { detectColumn, maxHeadingRows } from '../columns/detect-mapping.ts'
import { isBelowGroups, withGroups } from '../columns/group-headings.ts'
import { fieldAt, gtinPath, hasGtin } from '../columns/import-fields.ts'
import type { importMapper, RowPlan } from '../rows/import-mapper.ts'
import { gdsnMapping } from '../source/gdsn/record-cells.ts'
import { cellsByColumn, faultOfRow, hasFurtherCells } from '../source/row-cells.ts'
import { charactersOf } from '../source/row-windows.ts'
import { inspectFile, type SourceFile } from '../source/source-file.ts'
import type { SourceRow } from '../source/source-row.ts'
import { openRows, type SourceReaders } from '../source/source-rows.ts'
import type { Recall, Remembered } from './import-memory.ts'
import { rememberedChoices, withNew, withRemembered } from './remembered-choices.ts'

export type ImportMapper = Remote<ReturnType<(typeof importMapper)['open']>>

/** A file that can be imported, and the plan for its rows. */
export interface FilePreview {
  source: SourceFile
  /** Visible sheets of a workbook. A hidden sheet is read only if it is chosen by name. */
  sheets?: string[]
  /** Notes on hidden parts of a workbook, for a person. */
  notes?: string[]
  columns: ImportPreview['columns']
  firstLines?: ImportPreview['firstLines']
  plan: RowPlan
  /** The mapping and the notation of numbers as detected, without remembered choices. */
  detected: { mapping: ColumnMapping; numbers: NumberNotation }
  /** The choices for an earlier file with these columns. */
  recalled?: Remembered
  /** When the remembered choices were used, and which choices they are. */
  remembered?: ImportPreview['remembered']
  /**
   * The first row with values after the last heading, if most rows have some and the plan rejects such rows.
   */
  tooWide?: { line: number; cells: number; headings: number }
}

/** A person's choices for a file. */
export interface Chosen {
  /** Sheet of a workbook. Default: the first one with a GTIN column. */
  sheet?: string
  /** The first row of a table is a product: there are no headings. */
  firstRowIsData?: boolean
  /** Line of the headings in a table, 1-based. Default: detected by their words. */
  headingLine?: number
  /** Encoding of a text. Default: detected. */
  encoding?: TextEncoding
  /** Separator of the cells in a table. Default: detected. */
  separator?: Separator
  mapping?: ColumnMapping
  numbers?: NumberNotation
  names?: UnmatchedNames
  /** Default: that of each class. */
  rowChoices?: RowChoices
}

/** Reads rows, and recalls choices for earlier files. */
interface PreviewTools extends SourceReaders {
  mapper: ImportMapper
  /** If absent, remembered choices are ignored. */
  recall?: Recall | undefined
}

/** Rows read to detect the columns. More for JSON, whose rows need not have the same columns. */
const maxPreviewRows = { table: 200, json: 2000 }

/**
 * Reads the first rows of a file and decides how its columns are mapped.
 * @param chosen a person's choices; absent ones are remembered, otherwise detected
 * @param place where the rows are imported
 * @throws PlainError if the file cannot be imported this way
 */
export async function previewFile(
  path: string,
  chosen: Chosen,
  place: NameContext,
  tools: PreviewTools,
): Promise<FilePreview> {
  const source = await inspectFile(path, chosen)
  if (source.format.format !== 'xlsx') return previewText(source, chosen, place, tools)
  const all = await tools.workbook('sheets', [path])
  const visible = all.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const sheets = visible.length > 0 ? visible : all.map(({ name }) => name)
  const wanted = chosen.sheet === undefined ? sheets.slice(0, maxSheetsTried) : [chosen.sheet]
  const hidden = all.filter(({ name }) => !sheets.includes(name)).map(({ name }) => name)
  const sheetNotes =
    hidden.length === 0
      ? []
      : [
          say`Hidden sheets are read only when they are chosen by name: ${hidden.slice(0, maxNamed).join(', ')}.`,
        ]
  const found: FilePreview[] = []
  let failure: unknown
  for (const sheet of wanted) {
    try {
      const preview = await previewRows({ ...source, sheet }, chosen, place, tools)
      if (hasGtin(preview.plan.mapping)) {
        const others = sheets.filter((one) => one !== sheet)
        return {
          ...preview,
          sheets,
          notes: [...sheetNotes, ...otherSheets(sheet, others), ...(preview.notes ?? [])],
        }
      }
      found.push(preview)
    } catch (error) {
      // A sheet without rows, such as one for a chart, is skipped.
      if (!(error instanceof PlainError) || error.code !== 'FILE_EMPTY') throw error
      failure ??= error
    }
  }
  const [first] = found
  if (!first) throw failure
  return { ...first, sheets, notes: [...sheetNotes, ...(first.notes ?? [])] }
}

/** Previews a text: with the encoding and separator of an earlier file with the same columns, if chosen then. */
async function previewText(
  source: SourceFile,
  chosen: Chosen,
  place: NameContext,
  tools: PreviewTools,
): Promise<FilePreview> {
  const found = await previewRows(source, chosen, place, tools)
  if (!tools.recall || chosen.encoding || chosen.separator) return found
  const readAs = async (reading: Pick<Chosen, 'encoding' | 'separator'>) =>
    previewRows(
      await inspectFile(source.path, { ...chosen, ...reading }),
      { ...chosen, ...reading },
      place,
      tools,
    )
  const { recalled } = found
  if (recalled) {
    // A known encoding is a property of this file, and not a choice.
    const encoding = source.certainty === 'guessed' ? recalled.encoding : undefined
    const { separator } = recalled
    return encoding || separator ? readAs({ encoding, separator }) : found
  }
  const { delimiter } = source.format
  if (delimiter === undefined) return found
  for (const separator of await tools.recall.separators()) {
    if (separators[separator] === delimiter) continue
    const other = await readAs({ separator })
    if (other.recalled?.separator === separator) return other
  }
  return found
}

/** Sheets listed in a note. */
const maxNamed = 10

/** A note on the visible sheets that are not read. */
const otherSheets = (sheet: string, others: string[]): string[] =>
  others.length === 0
    ? []
    : [
        say`Only the sheet ${sheet} is read. To import another one, choose it: ${others.slice(0, maxNamed).join(', ')}.`,
      ]

/** Sheets searched for one with products. */
const maxSheetsTried = 20

async function previewRows(
  source: SourceFile,
  chosen: Chosen,
  place: NameContext,
  { mapper, recall, ...readers }: PreviewTools,
): Promise<FilePreview> {
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
      say`Line ${headingLine} is empty, or too far down to have the names of the columns. Choose one of the first ${maxPreviewRows.table}.`,
    )
  const below = all.filter(({ line }) => line > (headingLine ?? 0))
  const names = named && withGroups(named, all[namedAt - 1])
  const units = names && below[0] && unitsOfRow(cellsByColumn(below[0]), names.map(isCodeOrUnit))
  const rows = units ? below.slice(1) : below
  const table = isTable ? { headings: headingsOf(rows, names, units), delimiter } : undefined
  if (rows.length === 0)
    throw new PlainError<ImportErrorCode>('FILE_EMPTY', say`The file has no rows below its headings.`)
  const described = await mapper.describe(rows, table)
  const { columns, numbers } = described
  // The fields of a message are known even if its first items lack them, so no mapping is detected.
  const mapping = format === 'gdsn' ? gdsnMapping : described.mapping
  if (columns.length === 0) {
    const fault = (rows[0] && faultOfRow(rows[0], undefined)) ?? ''
    throw new PlainError<ImportErrorCode>(
      'FORMAT_UNKNOWN',
      format === 'gdsn'
        ? say`No trade item of the message can be read. Ask the sender for the message again.`
        : isTable
          ? say`No row of the file can be read: ${rows[0]?.fault ?? ''}. Correct it, then import the file.`
          : say`No line of the file can be read: ${fault}. JSON Lines has one whole object on each line; save the file so, or as CSV.`,
    )
  }
  const seen = columns.map(({ name }) => name)
  // Columns without headings have the same names in every file, so the choices for one file do not apply to
  // another.
  const remembered = chosen.mapping || firstRowIsData ? undefined : await recall?.of(seen)
  const chosenRows = chosen.rowChoices ?? remembered?.rowChoices
  const chosenNames = chosen.names ?? remembered?.names ?? { choices: {} }
  const refusesFurtherCells = isTable && delimiter !== undefined && delimiter !== '\t'
  const wide = refusesFurtherCells
    ? rows.filter((row) => hasFurtherCells(row, table?.headings.length ?? 0))
    : []
  const [firstWide] = wide
  const plan = {
    mapping: chosen.mapping ?? (remembered ? withNew(remembered.mapping, mapping, seen) : mapping),
    numbers: chosen.numbers ?? withRemembered(numbers, remembered?.numbers, seen),
    names: { ...chosenNames, ...place },
    ...(chosenRows && { rowChoices: chosenRows }),
    seen,
    headings: table?.headings,
    firstRowIsData: table && firstRowIsData,
    ...(refusesFurtherCells && { refusesFurtherCells: true as const }),
    headingLine,
    unitsLine: units && below[0]?.line,
  }
  checkFields(plan.mapping)
  const choices = remembered ? rememberedChoices(remembered, mapping, { plan, chosen }) : []
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).length
  return {
    source,
    columns,
    ...(isTable && { firstLines: all.slice(0, maxHeadingRows).map(summaryOf) }),
    plan,
    detected: { mapping, numbers },
    ...(choices.length > 0 && remembered && { remembered: { at: isoTime(remembered.usedAt), choices } }),
    ...(remembered && { recalled: remembered }),
    ...(firstWide &&
      wide.length * 2 > rows.length && {
        tooWide: {
          line: firstWide.line,
          cells: cellsByColumn(firstWide).length,
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

/** Whether a heading means codes or units. */
function isCodeOrUnit(name: string): 'code' | 'unit' | undefined {
  const path = detectColumn(name)?.path
  return path === gtinPath ? 'code' : fieldAt.get(path ?? '')?.reading === 'unit' ? 'unit' : undefined
}

async function firstRows(source: SourceFile, readers: SourceReaders): Promise<SourceRow[]> {
  const { format } = source.format
  const maxRows = format === 'jsonl' ? maxPreviewRows.json : maxPreviewRows.table
  const rows: SourceRow[] = []
  let characters = 0
  for await (const row of openRows(source, readers)) {
    rows.push(row)
    characters += charactersOf(row)
    if (rows.length > maxRows || characters > rowLimits.charactersAtOnce) break
  }
  return rows
}

const maxWords = 80

/** A row in a few words, for a person to recognize it. */
function summaryOf({ line, cells = [] }: SourceRow): { line: number; words: string } {
  const words = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 8)
    .join(' · ')
  return { line, words: words.length > maxWords ? `${words.slice(0, maxWords)}…` : words }
}

/**
 * The names of a table's columns. A column without a heading is named by its position; a repeated name is
 * numbered.
 * @param named the headings; absent if the table has none
 * @param units units of the columns, if the row below the headings has them
 */
function headingsOf(
  rows: SourceRow[],
  named: string[] | undefined,
  units: (string | undefined)[] = [],
): string[] {
  const seen = new Map<string, number>()
  const width = Math.max(0, ...rows.map((row) => cellsByColumn(row).length))
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
