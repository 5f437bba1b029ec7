import { workbookLimits as max } from '../../../../src-shared/file-limits.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { type Parts, tooLarge } from './read-part.ts'
import { relationsOf } from './workbook.ts'

/** Merged ranges and links, which follow the cells of a sheet. */
export interface SheetRanges {
  /** Ranges of merged cells by their first row. The value of a range is copied to its first column. */
  merges: Map<number, MergedRange[]>
  /** Link targets by cell reference (`C12`). */
  links: Map<string, string>
}

export interface MergedRange {
  column: number
  lastColumn: number
  lastRow: number
}

/** Longest element that may be split between two chunks; merged ranges and links are shorter. */
const maxElement = 4000

/**
 * Reads the merged ranges and links of a sheet. They follow its cells, so the part is searched without being
 * parsed.
 */
export async function readRanges(parts: Parts, part: string): Promise<SheetRanges> {
  const ranges: SheetRanges = { merges: new Map(), links: new Map() }
  const linked: { ref: string; id: string }[] = []
  let merges = 0
  let inOneRow = 0
  for await (const element of elements(parts, part)) {
    const ref = refOf(element)
    const id = /\sr?:?id="([^"]*)"/.exec(element)?.[1]
    if (element.includes('hyperlink') && id !== undefined && linked.push({ ref, id }) > max.links)
      throw tooLarge(say`a sheet has more than ${max.links} links`)
    const [, letters = '', first = '', lastLetters = '', last = ''] =
      /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref.toUpperCase().replaceAll('$', '')) ?? []
    const [firstRow = 0, lastRow = 0] = [Number(first), Number(last)].sort((one, other) => one - other)
    if (!element.includes('mergeCell')) continue
    if (lastRow > firstRow && ++merges > max.mergedRanges)
      throw tooLarge(say`a sheet has more than ${max.mergedRanges} ranges of merged cells`)
    // Ranges within one row are only reported, so they are no reason to reject a sheet.
    if (lastRow <= firstRow && ++inOneRow > max.mergedRanges) continue
    const [column, lastColumn] = [columnNumber(letters), columnNumber(lastLetters)].sort(
      (one = 0, other = 0) => one - other,
    )
    if (column === undefined || lastColumn === undefined) continue
    const range = { column, lastColumn, lastRow }
    const there = ranges.merges.get(firstRow)
    if (there) there.push(range)
    else ranges.merges.set(firstRow, [range])
  }
  if (linked.length === 0) return ranges
  const addresses = new Map((await relationsOf(parts, part)).map(({ id, address }) => [id, address]))
  for (const { ref, id } of linked) {
    const address = addresses.get(id)
    if (address !== undefined) ranges.links.set(ref.split(':')[0] ?? '', address)
  }
  return ranges
}

const refOf = (element: string): string => /\sref="([^"]*)"/.exec(element.replaceAll("'", '"'))?.[1] ?? ''

async function* elements(parts: Parts, part: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of parts.text(part, max.sheetBytes)) {
    const text = rest + piece
    const isHere = text.includes('mergeCell') || text.includes('hyperlink')
    if (isHere)
      for (const [element] of text.matchAll(/<(?:\w{1,20}:)?(?:mergeCell|hyperlink)\s[^<>]*>/g)) yield element
    const open = text.lastIndexOf('<')
    rest = open >= 0 && !text.includes('>', open) && text.length - open < maxElement ? text.slice(open) : ''
  }
}

/** Index of a column by its letters: `A` is 0, `AA` is 26. */
export function columnNumber(place: string): number | undefined {
  const [letters = ''] = /^[A-Z]{1,4}/.exec(place) ?? []
  if (letters === '') return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
