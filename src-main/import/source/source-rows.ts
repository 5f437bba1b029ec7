import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { Apart } from '../../storage/index.ts'
import { newline, openBlankRows } from './blank-rows.ts'
import { openCharacterProblems } from './character-problems.ts'
import type { gdsnFunctions } from './gdsn/gdsn-reader.ts'
import type { RowWindow } from './row-windows.ts'
import { readText, type SourceFile, type TextFormat, type TextReading } from './source-file.ts'
import type { SourceRow } from './source-row.ts'
import { readTable } from './table-rows.ts'
import { tooLong } from './too-long.ts'
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
