import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { defineApart } from '../../../storage/index.ts'
import type { SourceRow } from '../source-rows.ts'
import { readSheet } from './sheet-rows.ts'
import { openWorkbook } from './workbook.ts'

/** Some rows of a sheet. */
interface SheetWindow {
  rows: SourceRow[]
  /** The share of the sheet that has been read, 0 to 1. */
  share: number
  isEnd: boolean
}

/** A reading of a sheet that goes on with the next call. */
interface Cursor {
  path: string
  sheet: string
  /** Rows that were handed out. */
  at: number
  share: number
  waiting: SourceRow[]
  pieces: ReturnType<typeof readSheet>
  close(): void
}

/** Rows of one answer: few enough that a person's cancelling is met soon. */
const rowsInWindow = 2000
let cursor: Cursor | undefined

function endReading(): void {
  cursor?.close()
  cursor = undefined
}

async function openCursor(path: string, name: string): Promise<Cursor> {
  const { parts, sheets, shared } = await openWorkbook(path)
  try {
    const sheet = sheets.find((one) => one.name === name)
    if (!sheet)
      throw new PlainError<ImportErrorCode>(
        'SHEET_NOT_FOUND',
        `The workbook has no sheet "${name}". It has: ${sheets.map((one) => one.name).join(', ')}.`,
      )
    const pieces = readSheet(parts, sheet, await shared())
    const close = () => {
      void pieces.return(undefined).catch(() => undefined)
      parts.close()
    }
    return { path, sheet: name, at: 0, share: 0, waiting: [], pieces, close }
  } catch (error) {
    parts.close()
    throw error
  }
}

/** The next rows of a reading. @returns whether these are the last */
async function take(from: Cursor, most: number): Promise<SheetWindow> {
  let isEnd = false
  while (from.waiting.length < most && !isEnd) {
    const { value, done } = await from.pieces.next()
    if (done) isEnd = true
    else {
      from.waiting.push(...value.rows)
      from.share = value.share
    }
  }
  const rows = from.waiting.splice(0, most)
  from.at += rows.length
  return { rows, share: from.share, isEnd: isEnd && from.waiting.length === 0 }
}

export const workbookFunctions = {
  /** The names of the sheets, the hidden ones last. @throws PlainError when the file is no workbook */
  async sheets(path: string): Promise<{ name: string; isHidden: boolean }[]> {
    const { parts, sheets } = await openWorkbook(path)
    parts.close()
    return sheets
      .map(({ name, isHidden }) => ({ name, isHidden }))
      .toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  },
  /**
   * The rows of a sheet from the one of this number on. Goes on where the last call ended; where that is not known, as
   * in a new thread, it reads the sheet up to there again.
   */
  async rows(path: string, sheet: string, from: number, most = rowsInWindow): Promise<SheetWindow> {
    if (cursor?.path !== path || cursor.sheet !== sheet || cursor.at !== from) {
      endReading()
      cursor = await openCursor(path, sheet)
      while (cursor.at < from) {
        const { isEnd } = await take(cursor, Math.min(rowsInWindow, from - cursor.at))
        if (isEnd) break
      }
    }
    try {
      const window = await take(cursor, most)
      if (window.isEnd) endReading()
      return window
    } catch (error) {
      endReading()
      throw error
    }
  },
  /** Lets go of the file. */
  end: endReading,
}

/** Reads workbooks, which are foreign bytes, in a thread that ends when a call has spent its budget. */
export const workbookReader = defineApart('workbook', workbookFunctions)
