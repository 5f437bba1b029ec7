import { stat } from 'node:fs/promises'
import type { ImportErrorCode } from '../../../../src-shared/import/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { defineThreadFunctions } from '../../../storage/index.ts'
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

/** Shared values of the last file, since several of its sheets may be previewed. */
let kept: { file: string; values: SharedValues } | undefined

async function sharedOnce(path: string, read: () => Promise<SharedValues>): Promise<SharedValues> {
  const { mtimeMs, size, ino } = await stat(path)
  const file = [path, mtimeMs, size, ino].join(' ')
  if (kept?.file === file) return kept.values
  // Released first: two at a time could exceed the memory of the thread.
  kept = undefined
  kept = { file, values: await read() }
  return kept.values
}

const windows = openWindows(openSheet)

export const workbookFunctions = {
  /** The names of the sheets, hidden ones last. @throws PlainError if the file is not a workbook */
  async sheets(path: string): Promise<{ name: string; isHidden: boolean }[]> {
    const { parts, sheets } = await openWorkbook(path)
    parts.close()
    return sheets
      .map(({ name, isHidden }) => ({ name, isHidden }))
      .toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  },
  /** The rows of a sheet, starting at row `from`. */
  rows: (path: string, sheet: string, from: number, most = rowsInWindow) =>
    windows.rows({ path, sheet }, from, most),
  /** Closes the file. */
  end: windows.end,
}

/** Reads workbooks, which are untrusted input, in a thread that ends when a call exceeds its budget. */
export const workbookReader = defineThreadFunctions('import/workbook', workbookFunctions)
