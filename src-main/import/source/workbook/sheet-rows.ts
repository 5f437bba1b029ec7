import { fromSpreadsheetText } from '../../../../src-shared/export/spreadsheet-text.ts'
import { workbookLimits as max, rowLimits } from '../../../../src-shared/file-limits.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { SourceRow } from '../source-row.ts'
import { dateText, numberText, unescaped } from './cell-text.ts'
import { general } from './number-format.ts'
import { damaged, type Parts, tooLarge, writtenNul } from './read-part.ts'
import { columnNumber, type MergedRange, type SheetRanges } from './sheet-ranges.ts'
import type { SharedValues, Sheet } from './workbook.ts'

interface SheetPiece {
  rows: SourceRow[]
  /** Share of the sheet that has been read, 0 to 1. */
  share: number
}

/**
 * The rows of a sheet that have text, in batches. Formulas yield their stored result. Cells merged over
 * several rows yield their text in each of these rows.
 */
export async function* readSheet(
  parts: Parts,
  { part }: Sheet,
  shared: SharedValues,
  { merges, links }: SheetRanges,
): AsyncGenerator<SheetPiece> {
  let rows: SourceRow[] = []
  let row = openRow(1)
  let line = 0
  let cells = 0
  let emptyCells = 0
  let rowCount = 0
  let cell = { place: '', type: '', style: 0, hasFormula: false }
  let formula = ''
  let isFormula = false
  let fillers: Filler[] = []
  let text = ''
  let isValue = false
  let isPhonetic = false
  const countCell = (): void => {
    if (++cells > max.cells) throw tooLarge(say`a sheet has more than ${max.cells} cells`)
  }
  const handler = {
    open(element: string, attributes: Record<string, string>) {
      if (element === 'c') {
        row.place(attributes['r'])
        cell = {
          place: attributes['r'] ?? '',
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          hasFormula: false,
        }
        text = ''
        formula = ''
        countCell()
      } else if (element === 'v' || element === 't') isValue = !isPhonetic
      else if (element === 'f') cell.hasFormula = isFormula = true
      else if (element === 'rPh') isPhonetic = true
      else if (element === 'row') {
        line = rowNumber(attributes['r']) ?? line + 1
        if (line > max.rows) throw damaged(say`a sheet has a row ${line}`)
        if (++rowCount > max.rows) throw damaged(say`a sheet has more than ${max.rows} rows`)
        row = openRow(line, /^(?:1|true)$/.test(attributes['hidden'] ?? ''))
      }
    },
    text(piece: string) {
      if (isValue) {
        text += piece
        if (text.length > rowLimits.characters)
          throw tooLarge(say`its row ${line} has more than ${rowLimits.characters} characters`)
      } else if (isFormula && formula.length < maxFormula) formula += piece
    },
    close(element: string) {
      if (element === 'v' || element === 't') isValue = false
      else if (element === 'f') isFormula = false
      else if (element === 'rPh') isPhonetic = false
      else if (element === 'c') {
        const { text: shown, kind } = contentOf(
          cell,
          cell.type === 'n' ? text.replaceAll(writtenNul, '') : text,
          shared,
        )
        if (shown === '' && ++emptyCells > max.emptyCells)
          throw tooLarge(say`a sheet has more than ${max.emptyCells} empty cells`)
        // The result of a formula may be an empty text.
        const isUnresolved = cell.hasFormula && cell.type !== 'str'
        row.put(shown, kind, isUnresolved, links.get(cell.place) ?? linkOf(formula))
      } else if (element === 'row') {
        fillers = fillers.filter(({ range }) => range.lastRow >= line)
        if (row.hasText()) for (const { range, content } of fillers) if (row.fill(range, content)) countCell()
        for (const range of merges.get(line) ?? []) {
          const content = row.contentAt(range.column)
          if (content) row.span(range)
          if (content && range.lastRow > line && fillers.length < maxFillers) fillers.push({ range, content })
        }
        const made = row.done()
        if (made) rows.push(made)
      }
    },
  }
  for await (const share of parts.read(part, handler, max.sheetBytes)) {
    if (rows.length === 0) continue
    yield { rows, share }
    rows = []
  }
  yield { rows, share: 1 }
}

const rowNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Type of a cell's content. */
type CellKind = 'text' | 'number' | 'date' | 'error'

interface CellContent {
  text: string
  kind: CellKind
  link?: string
}

/** The content of a cell that is merged with the cells below it. */
interface Filler {
  range: MergedRange
  content: CellContent
}

/** Maximum number of merged ranges that cover one row. */
const maxFillers = 1000

const maxFormula = 4000

/** The link target of a HYPERLINK formula. */
const linkOf = (formula: string): string | undefined => /^=?HYPERLINK\("([^"]{1,2000})"/i.exec(formula)?.[1]

function openRow(line: number, isHidden = false) {
  const cells: string[] = []
  const places: number[] = []
  const kinds = new Map<number, Exclude<CellKind, 'text'>>()
  const links: Record<number, string> = {}
  const spans: [number, number][] = []
  /** Cell indexes by column; created only for a row covered by merged cells. */
  let indexes: Map<number, number> | undefined
  const cellAt = (column: number): string | undefined => {
    indexes ??= new Map(places.map((place, index) => [place, index]))
    return cells[indexes.get(column) ?? -1]
  }
  const unresolved: number[] = []
  let at = -1
  let length = 0
  return {
    /** @param place such as `C12`; a cell without one follows the previous cell */
    place(place: string | undefined): void {
      at = (place === undefined ? undefined : columnNumber(place)) ?? at + 1
      if (at >= max.columns) throw damaged(say`a row has more than ${max.columns} columns`)
    },
    put(text: string, kind: CellKind, isUnresolved: boolean, link?: string): void {
      if (text === '') {
        if (isUnresolved) unresolved.push(at)
        return
      }
      length += text.length
      if (length > rowLimits.characters)
        throw tooLarge(say`its row ${line} has more than ${rowLimits.characters} characters`)
      indexes?.set(at, cells.length)
      cells.push(text)
      places.push(at)
      if (kind !== 'text') kinds.set(at, kind)
      if (link !== undefined) links[at] = link
    },
    contentAt(column: number): CellContent | undefined {
      const text = cellAt(column)
      return text === undefined ? undefined : { text, kind: kinds.get(column) ?? 'text', link: links[column] }
    },
    hasText: (): boolean => cells.some((cell) => cell.trim() !== ''),
    /**
     * Copies the content of a merged cell to its column, unless the row has a cell there. @returns whether it
     * was copied
     */
    fill(range: MergedRange, { text, kind, link }: CellContent): boolean {
      if (cellAt(range.column) !== undefined) return false
      at = range.column
      this.put(text, kind, false, link)
      this.span(range)
      return true
    },
    span({ column, lastColumn }: MergedRange): void {
      if (lastColumn > column && spans.length < maxFillers) spans.push([column, lastColumn])
    },
    done(): SourceRow | undefined {
      if (!this.hasText()) return undefined
      const of = (kind: CellKind) => [...kinds].flatMap(([place, one]) => (one === kind ? [place] : []))
      const [errors, dates] = [of('error'), of('date')]
      return {
        line,
        text: cells.join('\t'),
        cells,
        places,
        numbers: of('number'),
        ...(unresolved.length > 0 && { unresolved }),
        ...(errors.length > 0 && { errors }),
        ...(dates.length > 0 && { dates }),
        ...(Object.keys(links).length > 0 && { links }),
        ...(spans.length > 0 && { spans }),
        ...(isHidden && { isHidden }),
      }
    },
  }
}

/**
 * The text of a cell. A table whose texts were escaped against being read as formulas may have been saved as
 * a workbook; a cell with the text format has no such escapes.
 */
const unguarded = (text: string, isText: boolean): string =>
  !isText && (text.includes("'") || text.startsWith('="')) ? fromSpreadsheetText(text) : text

/** As a spreadsheet shows them; some programs write them in words. */
const truthValues: Record<string, string> = { '1': 'TRUE', true: 'TRUE', '0': 'FALSE', false: 'FALSE' }

function contentOf(
  { type, style }: { type: string; style: number },
  written: string,
  { strings, formats, isFrom1904 }: SharedValues,
): CellContent {
  const isText = formats[style]?.isText === true
  if (type === 's' && written.trim() !== '') {
    const shared = strings[Number(written)]
    return shared === undefined
      ? { text: say`(missing text ${written})`, kind: 'error' }
      : { text: unguarded(shared, isText), kind: 'text' }
  }
  if (type === 'b') return { text: truthValues[written.trim().toLowerCase()] ?? written, kind: 'text' }
  if (type === 'e') return { text: unescaped(written), kind: 'error' }
  if (type === 'd') return { text: unescaped(written), kind: 'date' }
  if (type !== 'n') return { text: unguarded(unescaped(written), isText), kind: 'text' }
  const format = formats[style] ?? general
  const days = Number(written)
  if (format.isDate && written.trim() !== '' && Number.isFinite(days) && days >= 0)
    return { text: dateText(days, isFrom1904), kind: 'date' }
  return { text: numberText(written, format), kind: 'number' }
}
