import { CsvError, parse } from 'csv-parse'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { lineEndsIn, openBlankRows, runsOfLineEnds } from './blank-rows.ts'
import {
  hasSwallowedCells,
  hasSwallowedRows,
  splitAtBrokenQuotation,
  type TableFormat,
} from './broken-quotation.ts'
import { isSeparatorLine } from './find-delimiter.ts'
import type { TextReading } from './source-file.ts'
import type { SourceRow } from './source-row.ts'
import { tooLong } from './too-long.ts'

/**
 * Characters that may be parsed again after rows with a broken quotation mark. Beyond them, such a row is rejected
 * together with the rows that it contains.
 */
const maxParsedAgain = 8 * rowLimits.characters

/** What is known of a table while its rows are read. */
interface Table {
  format: TableFormat
  /** Number of cells of the last whole row; 0 before the first. */
  width: number
  /** The rows up to this line follow a broken quotation mark: only those of the same width are read. */
  doubtedUntil: number
  /** Characters that may still be parsed again. */
  again: number
  countBlank(): void
}

/** The text from the start of a row with a broken quotation mark. */
interface Broken {
  line: number
  /** The text of the row, which contains further rows, and of the rows behind it. */
  row: string
  after: string
}

/**
 * The rows of a table, including headings and without blank lines. A row with a quotation mark that is never closed
 * is rejected alone if the rows below it have as many cells as those above it.
 * @throws PlainError if the text cannot be split into rows
 */
export async function* readTable(text: TextReading, format: TableFormat): AsyncGenerator<SourceRow> {
  const table: Table = {
    ...{ format, width: 0, doubtedUntil: 0, again: maxParsedAgain },
    countBlank: openBlankRows(),
  }
  let pass = openPass(table, 1)
  /** The rows until the pass has no broken one. */
  async function* taken(): AsyncGenerator<SourceRow> {
    yield* pass.taken()
    for (let broken = pass.broken(); broken; broken = pass.broken()) {
      const { line, row, after } = broken
      const split = splitAtBrokenQuotation(row, format)
      yield {
        line,
        text: split.broken.trim(),
        fault: say`a quotation mark in it is never closed or not doubled`,
      }
      pass.end()
      const next = line + lineEndsIn(split.broken.trimStart())
      table.doubtedUntil = next + lineEndsIn(split.rest)
      pass = openPass(table, next)
      await pass.write(split.rest + after)
      yield* pass.taken()
    }
  }
  try {
    for await (const piece of text) {
      await pass.write(piece)
      yield* taken()
    }
    for (let last: typeof pass | undefined; last !== pass; ) {
      last = pass
      await pass.finish()
      yield* taken()
    }
  } finally {
    pass.end()
  }
}

/** Parses a text from a line on, until a row has a broken quotation mark. */
function openPass(table: Table, firstLine: number) {
  const { format } = table
  const { delimiter, quoteEscape } = format
  let rows: SourceRow[] = []
  let linesBefore = firstLine - 1
  /** The written text since the last row, as bytes, and how many were parsed before it. */
  const pending: Buffer[] = []
  let pendingFrom = 0
  /** Bytes parsed up to the end of the last row. */
  let parsed = 0
  let unwritten = ''
  let failed: Error | undefined
  let swallowed: { line: number; end: number } | undefined
  let isFinished = false

  const take = ({ record, raw: written }: { record: string[]; raw: string }): null => {
    if (swallowed) return null
    // Of a space with several bytes before a cell, `raw` has the first byte only.
    const raw = record.some((cell) => cell.includes(lost)) ? written : written.replaceAll(lost, '')
    const content = raw.trimStart()
    const line = linesBefore + lineEndsIn(raw.slice(0, raw.length - content.length)) + 1
    const text = raw.trim()
    const end = parser.info.bytes
    const isSwallowing = hasSwallowedRows(record, content, format)
    if (isSwallowing && table.width > 0 && raw.length <= table.again) {
      swallowed = { line, end }
      return null
    }
    linesBefore += lineEndsIn(raw)
    parsed = end
    const isDoubted = line <= table.doubtedUntil
    if (record.length > rowLimits.cells)
      rows.push({
        ...{ line, text },
        fault: say`it has ${record.length} cells, and ${rowLimits.cells} at most are read`,
      })
    else if (line === 1 && isSeparatorLine(text)) return null
    else if (isSwallowing)
      rows.push({
        ...{ line, text },
        fault: say`a quotation mark in it is never closed, or another one is not doubled, so that further lines are part of its value`,
      })
    else if (!record.some((cell) => visible.test(cell))) table.countBlank()
    else if (record.length < table.width && hasSwallowedCells(record, raw, format))
      rows.push({ line, text, fault: notClosed() })
    else if (isDoubted && (record.length !== table.width || mayEndQuotation(record, raw)))
      rows.push({ line, text, fault: say`a quotation mark above it is never closed or not doubled` })
    else {
      if (!isDoubted) table.width = record.length
      rows.push({ line, text, cells: record.map(unquoted) })
    }
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
  parser.on('error', (error) => {
    failed = error
  })
  const isBroken = (): boolean => failed !== undefined || swallowed !== undefined
  const writePart = (part: string) =>
    new Promise<void>((resolve) => {
      const bytes = Buffer.from(part)
      pending.push(bytes)
      parser.write(bytes, () => resolve())
    })
  /** The text since the last row. */
  const restOfPending = (): Buffer => Buffer.concat(pending).subarray(parsed - pendingFrom)

  return {
    async write(piece: string): Promise<void> {
      let at = 0
      for (const { start, end } of runsOfLineEnds(piece)) {
        await writePart(piece.slice(at, start))
        if (isBroken()) {
          unwritten = piece.slice(start)
          return
        }
        // Within quotation marks they belong to a cell.
        at = isQuoting(parser) ? start : end
        linesBefore += lineEndsIn(piece.slice(start, at))
      }
      await writePart(piece.slice(at))
      for (let [first] = pending; first && pendingFrom + first.length <= parsed; [first] = pending) {
        pending.shift()
        pendingFrom += first.length
      }
    },
    /** Ends the text. */
    async finish(): Promise<void> {
      if (isBroken() || isFinished) return
      isFinished = true
      await new Promise<void>((resolve) => {
        parser.once('error', () => resolve())
        parser.end(() => resolve())
      })
    },
    /** The rows since the last call. */
    taken(): SourceRow[] {
      const all = rows
      rows = []
      return all
    },
    /** The row that ended the pass, if it can be split. @throws PlainError if it cannot, or for another fault */
    broken(): Broken | undefined {
      if (!isBroken()) return undefined
      const text = restOfPending()
      table.again -= text.length + unwritten.length
      if (swallowed) {
        const { line, end } = swallowed
        const length = end - parsed
        return {
          line,
          row: text.subarray(0, length).toString(),
          after: text.subarray(length).toString() + unwritten,
        }
      }
      const row = text.toString() + unwritten
      const line = linesBefore + lineEndsIn(row.slice(0, row.length - row.trimStart().length)) + 1
      const isUnclosed = failed instanceof CsvError && isQuoting(parser)
      if (isUnclosed && table.width > 0 && table.again > 0) return { line, row, after: '' }
      throw failed instanceof CsvError ? brokenTable(failed, line, isQuoting(parser)) : failed
    },
    /** Releases the parser. */
    end: () => void parser.destroy(),
  }
}

const notClosed = () => say`a quotation mark in it is never closed or not doubled`

const lost = '\uFFFD'

/** Control characters alone are no value: the padding of a buffer, or the end-of-file character of DOS. */
const visible = /[^\p{Cc}\p{Cf}\s]/u

/** Removes the quotation marks that the parser keeps if spaces follow them. */
const unquoted = (cell: string): string =>
  cell.startsWith('"') && cell.endsWith(' ') ? cell.replace(/^"([^"]*)" +$/, '$1') : cell

/** Whether a quotation mark of a row may be the end of a text that began in a row above. */
const mayEndQuotation = (record: string[], raw: string): boolean =>
  raw.split('"').length % 2 === 0 && record.some((cell) => cell.startsWith('"') || cell.endsWith('"'))

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
