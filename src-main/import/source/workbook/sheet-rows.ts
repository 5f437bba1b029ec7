import { say } from '../../../../src-shared/texts/say.ts'
import type { SourceRow } from '../source-rows.ts'
import { dateText, general, numberText, unescaped } from './cell-text.ts'
import { damaged, type Parts, tooLarge, writtenNul } from './read-part.ts'
import type { SharedValues, Sheet } from './workbook.ts'

/** What a sheet can have at most (Excel's own limits); more is a broken or a hostile file. */
const most = { rows: 1_048_576, columns: 16_384, cells: 60_000_000, rowText: 4_000_000 }
const mostBytes = 4 * 1024 ** 3

interface SheetPiece {
  rows: SourceRow[]
  /** The share of the sheet that has been read, 0 to 1. */
  share: number
}

/**
 * The rows of a sheet, those without any text left out, a piece after the other. Formulas give the result that was
 * stored with them.
 */
export async function* readSheet(
  parts: Parts,
  { part }: Sheet,
  shared: SharedValues,
): AsyncGenerator<SheetPiece> {
  let rows: SourceRow[] = []
  let row = openRow(1)
  let line = 0
  let cells = 0
  let cell = { type: '', style: 0, hasFormula: false }
  let text = ''
  let isValue = false
  let isPhonetic = false
  const handler = {
    open(element: string, attributes: Record<string, string>) {
      if (element === 'c') {
        row.place(attributes['r'])
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), hasFormula: false }
        text = ''
        if (++cells > most.cells) throw tooLarge(say`a sheet has more than ${most.cells} cells`)
      } else if (element === 'v' || element === 't') isValue = !isPhonetic
      else if (element === 'f') cell.hasFormula = true
      else if (element === 'rPh') isPhonetic = true
      else if (element === 'row') {
        line = rowNumber(attributes['r']) ?? line + 1
        if (line > most.rows) throw damaged(say`a sheet has a row ${line}`)
        row = openRow(line)
      }
    },
    text(piece: string) {
      if (isValue) text += piece
    },
    close(element: string) {
      if (element === 'v' || element === 't') isValue = false
      else if (element === 'rPh') isPhonetic = false
      else if (element === 'c')
        row.put(
          textOf(cell, cell.type === 'n' ? text.replaceAll(writtenNul, '') : text, shared),
          cell.type === 'n',
          cell.hasFormula,
        )
      else if (element === 'row') {
        const made = row.done()
        if (made) rows.push(made)
      }
    },
  }
  for await (const share of parts.read(part, handler, mostBytes)) {
    if (rows.length === 0) continue
    yield { rows, share }
    rows = []
  }
  yield { rows, share: 1 }
}

const rowNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** The place of a column named by letters, from 0: `A` is 0, `AA` is 26. */
function columnNumber(place: string): number | undefined {
  const [letters = ''] = /^[A-Z]{1,4}/.exec(place) ?? []
  if (letters === '') return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function openRow(line: number) {
  const cells: string[] = []
  const places: number[] = []
  const numbers: number[] = []
  const unresolved: number[] = []
  let at = -1
  let length = 0
  return {
    /** @param place such as `C12`; cells without one stand beside the one before */
    place(place: string | undefined): void {
      at = (place === undefined ? undefined : columnNumber(place)) ?? at + 1
      if (at >= most.columns) throw damaged(say`a row has more than ${most.columns} columns`)
    },
    put(text: string, isNumber: boolean, hasFormula: boolean): void {
      if (text === '') {
        if (hasFormula) unresolved.push(at)
        return
      }
      length += text.length
      if (length > most.rowText) throw tooLarge(say`its row ${line} has more than ${most.rowText} characters`)
      cells.push(text)
      places.push(at)
      if (isNumber) numbers.push(at)
    },
    done(): SourceRow | undefined {
      if (!cells.some((cell) => cell.trim() !== '')) return undefined
      return {
        line,
        text: cells.join('\t'),
        cells,
        places,
        numbers,
        ...(unresolved.length > 0 && { unresolved }),
      }
    },
  }
}

function textOf(
  { type, style }: { type: string; style: number },
  written: string,
  { strings, formats, isFrom1904 }: SharedValues,
): string {
  if (type === 's') return strings[Number(written)] ?? ''
  if (type === 'b') return written.trim() === '1' ? 'TRUE' : written === '' ? '' : 'FALSE'
  if (type !== 'n') return unescaped(written)
  const format = formats[style] ?? general
  const days = Number(written)
  if (format.isDate && written.trim() !== '' && Number.isFinite(days) && days >= 0)
    return dateText(days, isFrom1904)
  return numberText(written, format)
}
