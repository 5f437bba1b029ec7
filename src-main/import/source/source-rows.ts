import { CsvError, parse } from 'csv-parse'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isValidGtin } from '../../../src-shared/values/gtin.ts'
import type { Apart } from '../../storage/index.ts'
import { lineEndsIn, newline, openBlankRows, runsOfLineEnds } from './blank-rows.ts'
import { openCharacterProblems } from './character-problems.ts'
import { isSeparatorLine } from './find-delimiter.ts'
import type { gdsnFunctions } from './gdsn/gdsn-reader.ts'
import type { RowWindow } from './row-windows.ts'
import { readText, type SourceFile, type TextFormat, type TextReading } from './source-file.ts'
import type { SourceRow } from './source-row.ts'
import { openUniqueLines } from './unique-lines.ts'
import type { workbookFunctions } from './workbook/workbook-reader.ts'

/** The rows of a file, with the number of bytes read. */
interface RowReading extends AsyncIterable<SourceRow> {
  bytesRead(): number
  /** Notes for a person on the characters of the rows read so far. */
  notes(): string[]
}
/** Readers of files that are not plain text, each in its own thread. */
export interface SourceReaders {
  workbook: Apart<typeof workbookFunctions>
  gdsn: Apart<typeof gdsnFunctions>
}

/**
 * The rows of a file, including headings and without blank lines. @throws PlainError if the file cannot be
 * split into rows
 */
export function openRows(source: SourceFile, readers: SourceReaders): RowReading {
  const faults = openCharacterProblems()
  const lines = openUniqueLines()
  const reading = openRaw(source, readers)
  async function* rows(): AsyncGenerator<SourceRow> {
    for await (const row of reading) yield faults.clean(lines.own(row))
  }
  return {
    bytesRead: reading.bytesRead,
    notes: () => [...faults.notes(), ...lines.notes()],
    [Symbol.asyncIterator]: rows,
  }
}

type RawRows = Omit<RowReading, 'notes'>

function openRaw(source: SourceFile, { workbook, gdsn }: SourceReaders): RawRows {
  const { format } = source
  const { path, sheet = '', bytes } = source
  if (format.format === 'xlsx')
    return readWindows(
      bytes,
      (at) => workbook('rows', [path, sheet, at]),
      () => workbook('end', []),
    )
  if (format.format === 'gdsn')
    return readWindows(
      bytes,
      (at) => gdsn('rows', [source, at]),
      () => gdsn('end', []),
    )
  const text = readText(source)
  return { bytesRead: text.bytesRead, [Symbol.asyncIterator]: () => readRows(text, format) }
}

function readWindows(
  bytes: number,
  next: (at: number) => Promise<RowWindow>,
  end: () => Promise<unknown>,
): RawRows {
  let share = 0
  async function* rows(): AsyncGenerator<SourceRow> {
    let at = 0
    try {
      for (;;) {
        const window = await next(at)
        share = window.share
        at += window.rows.length
        yield* window.rows
        if (window.isEnd) return
      }
    } finally {
      await end()
    }
  }
  return { bytesRead: () => Math.round(share * bytes), [Symbol.asyncIterator]: rows }
}

/**
 * The rows of a text, including headings and without blank lines.
 * @throws PlainError if the text cannot be split into rows
 */
export const readRows = (text: TextReading, format: TextFormat): AsyncGenerator<SourceRow> =>
  format.format === 'jsonl' ? readLines(text) : readTable(text, format)

async function* readLines(text: TextReading): AsyncGenerator<SourceRow> {
  let rest = ''
  let line = 1
  const countBlank = openBlankRows()
  const lineEnd = /[\r\n]/g
  let isHalfLineEnd = false
  for await (const piece of text) {
    // Searching the joined text for each piece of a long row would take quadratic time.
    if (rest !== '' && !isHalfLineEnd && !/[\r\n]/.test(piece)) {
      rest += piece
      if (rest.length > rowLimits.characters) throw tooLong(line)
      continue
    }
    isHalfLineEnd = piece.endsWith('\r')
    // In a long row, only new text is scanned.
    let scanned = Math.max(0, rest.length - 1)
    const all = rest + piece
    let at = 0
    while (at < all.length) {
      lineEnd.lastIndex = Math.max(at, scanned)
      scanned = 0
      const end = lineEnd.exec(all)?.index ?? all.length
      // A carriage return at the end may be half of a line end.
      if (end === all.length || (all[end] === '\r' && end === all.length - 1)) break
      const content = all.slice(at, end)
      if (content.trim() !== '') yield { line, text: content }
      else if (content !== '') countBlank()
      at = end + (all[end] === '\r' && all[end + 1] === '\n' ? 2 : 1)
      line++
      // A malicious file may consist mostly of empty lines.
      while (all.charCodeAt(at) === newline) {
        at++
        line++
      }
    }
    rest = all.slice(at)
    if (rest.length > rowLimits.characters) throw tooLong(line)
  }
  const content = rest.replace(/\r$/, '')
  if (content.trim() !== '') yield { line, text: content }
}

type TableFormat = Exclude<TextFormat, { format: 'jsonl' }>

async function* readTable(text: TextReading, format: TableFormat): AsyncGenerator<SourceRow> {
  const { delimiter, quoteEscape } = format
  let rows: SourceRow[] = []
  let linesBefore = 0
  const countBlank = openBlankRows()
  const take = ({ record, raw: written }: { record: string[]; raw: string }): null => {
    // Of a space with several bytes before a cell, `raw` has the first byte only.
    const raw = record.some((cell) => cell.includes(lost)) ? written : written.replaceAll(lost, '')
    const content = raw.trimStart()
    const line = linesBefore + lineEndsIn(raw.slice(0, raw.length - content.length)) + 1
    linesBefore += lineEndsIn(raw)
    if (record.length > rowLimits.cells)
      rows.push({
        line,
        text: raw.trim(),
        fault: say`it has ${record.length} cells, and ${rowLimits.cells} at most are read`,
      })
    else if (line === 1 && isSeparatorLine(content.trim())) return null
    else if (hasSwallowedRows(record, content, format))
      rows.push({
        line,
        text: content.trim(),
        fault: say`a quotation mark in it is never closed, or another one is not doubled, so that further lines are part of its value`,
      })
    else if (record.some((cell) => visible.test(cell)))
      rows.push({ line, text: raw.trim(), cells: record.map(unquoted) })
    else countBlank()
    return null
  }
  const parser = parse({
    delimiter,
    escape: quoteEscape ?? '"',
    record_delimiter: ['\r\n', '\n', '\r'],
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    // `a, "b, c"` has two cells.
    ltrim: true,
    skip_empty_lines: true,
    max_record_size: rowLimits.characters,
    // Rows are taken here instead of from the stream, so that the rows before a break are not lost.
    on_record: (row: unknown) => take(row as Parameters<typeof take>[0]),
  })
  parser.resume()
  let broken: Error | undefined
  parser.on('error', (error) => {
    broken = error
  })
  const taken = (): SourceRow[] => {
    const all = rows
    rows = []
    return all
  }
  const write = (piece: string) =>
    new Promise<void>((resolve) => {
      parser.write(piece, () => resolve())
    })
  try {
    for await (const piece of text) {
      let at = 0
      for (const { start, end } of runsOfLineEnds(piece)) {
        await write(piece.slice(at, start))
        if (broken) break
        // Within quotation marks they belong to a cell.
        at = isQuoting(parser) ? start : end
        linesBefore += lineEndsIn(piece.slice(start, at))
      }
      if (!broken) await write(piece.slice(at))
      yield* taken()
      if (broken) break
    }
    if (!broken) {
      await new Promise<void>((resolve) => {
        parser.once('error', () => resolve())
        parser.end(() => resolve())
      })
    }
    yield* taken()
    if (broken)
      throw broken instanceof CsvError ? brokenTable(broken, linesBefore + 1, isQuoting(parser)) : broken
  } finally {
    parser.destroy()
  }
}

const lost = '\uFFFD'

/** Cells with line ends that are compared with the text of their row. */
const maxCompared = 20

/**
 * Whether a row contains further rows because a quotation mark is not closed: the quotation marks of a cell are
 * not those of a quoted cell, or one of its lines begins with a product code and a delimiter.
 * @param raw the row as in the file
 */
function hasSwallowedRows(record: string[], raw: string, { delimiter, quoteEscape }: TableFormat): boolean {
  const cells = record.filter((cell) => /[\r\n]/.test(cell))
  const isBroken = (cell: string) =>
    quoteEscape === undefined && cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}`)
  const hasProduct = (line: string) => {
    const [all = '', code = ''] = /^"?(\d{8,14})"?/.exec(line) ?? []
    return isValidGtin(code) && line.startsWith(delimiter, all.length)
  }
  return (
    cells.slice(0, maxCompared).some(isBroken) ||
    cells.some((cell) =>
      cell
        .split(/[\r\n]+/)
        .slice(1)
        .some(hasProduct),
    )
  )
}

/** Control characters alone are no value: the padding of a buffer, or the end-of-file character of DOS. */
const visible = /[^\p{Cc}\p{Cf}\s]/u

/** Removes the quotation marks that the parser keeps if spaces follow them. */
const unquoted = (cell: string): string =>
  cell.startsWith('"') && cell.endsWith(' ') ? cell.replace(/^"([^"]*)" +$/, '$1') : cell

const tooLong = (line: number) =>
  new PlainError<ImportErrorCode>(
    'FORMAT_UNKNOWN',
    say`Line ${line} is longer than ${rowLimits.characters} characters: its line ends are missing.`,
  )

/** Whether the parser is between quotation marks; csv-parse does not declare its state. */
const isQuoting = (parser: object): boolean =>
  (parser as { state?: { quoting?: boolean } }).state?.quoting === true

function brokenTable(error: CsvError, line: number, isInQuotes: boolean): PlainError {
  const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE'
  if (isTooLong && !isInQuotes) return tooLong(line)
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || isTooLong
  return new PlainError<ImportErrorCode>(
    'FORMAT_UNKNOWN',
    unclosed
      ? say`The quotation mark on line ${line} is never closed. Close it or remove it.`
      : say`The table cannot be read from line ${line} on: ${error.message}.`,
  )
}
