import { stat } from 'node:fs/promises'
import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { defineApart } from '../../../storage/index.ts'
import { openWindows, type RowPieces, rowsInWindow } from '../row-windows.ts'
import { readRanges } from './sheet-ranges.ts'
import { readSheet } from './sheet-rows.ts'
import { openWorkbook, type SharedValues } from './workbook.ts'

interface SheetPlace {
  path: string
  sheet: string
}

async function openSheet({ path, sheet: name }: SheetPlace): Promise<RowPieces> {
  const { parts, sheets, shared } = await openWorkbook(path)
  try {
    const sheet = sheets.find((one) => one.name === name)
    if (!sheet)
      throw new PlainError<ImportErrorCode>(
        'SHEET_NOT_FOUND',
        say`The workbook has no sheet "${name}". It has: ${sheets.map((one) => one.name).join(', ')}.`,
      )
    const values = await sharedOnce(path, shared)
    const pieces = readSheet(parts, sheet, values, await readRanges(parts, sheet.part))
    const close = () => {
      void pieces.return(undefined).catch(() => undefined)
      parts.close()
    }
    return { pieces, close }
  } catch (error) {
    parts.close()
    throw error
  }
}

/** The shared values of the file that was read last: several of its sheets may be looked at. */
let kept: { file: string; values: SharedValues } | undefined

async function sharedOnce(path: string, read: () => Promise<SharedValues>): Promise<SharedValues> {
  const { mtimeMs, size, ino } = await stat(path)
  const file = [path, mtimeMs, size, ino].join(' ')
  if (kept?.file === file) return kept.values
  // Not two at a time: each may take most of the thread's memory.
  kept = undefined
  kept = { file, values: await read() }
  return kept.values
}

const windows = openWindows(openSheet)

export const workbookFunctions = {
  /** The names of the sheets, the hidden ones last. @throws PlainError when the file is no workbook */
  async sheets(path: string): Promise<{ name: string; isHidden: boolean }[]> {
    const { parts, sheets } = await openWorkbook(path)
    parts.close()
    return sheets
      .map(({ name, isHidden }) => ({ name, isHidden }))
      .toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  },
  /** The rows of a sheet from the one of this number on. */
  rows: (path: string, sheet: string, from: number, most = rowsInWindow) =>
    windows.rows({ path, sheet }, from, most),
  /** Lets go of the file. */
  end: windows.end,
}

/** Reads workbooks, which are foreign bytes, in a thread that ends when a call has spent its budget. */
export const workbookReader = defineApart('import/workbook', workbookFunctions)
