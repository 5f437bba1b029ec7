import { facings, parseView } from '../../src-shared/views.ts'
import type { IngestMedium } from '../../src-shared/vocabulary/ingest.ts'
import { withoutEnd } from '../../src-shared/without-end.ts'
import { type Cell, cellText, isRecord } from './cell.ts'

const facingOf = new Map(Object.entries(facings).map(([code, word]) => [word, code]))

/**
 * The GS1 view code for what a source calls a view: `front` is `A1C1`. A GS1 code stays; a word no code stands for
 * (`nutrition`, `ingredients`) is kept as it is.
 */
export function viewCodeOf(view: string): string {
  const word = view.trim().toLowerCase()
  const facing = facingOf.get(word)
  if (facing !== undefined) return `A${facing}C1`
  return parseView(word) ? word.toUpperCase() : word
}

const viewWords = /\b(front|left|right|back|top|bottom|ingredients|nutrition|packaging)\b/

/** Pictures with their addresses on the web; what has none is left out. The view is the entry's, else the column's. */
export function readMedia(cell: Cell, columnWords: string): IngestMedium[] {
  const entries = Array.isArray(cell)
    ? cell
    : isRecord(cell)
      ? [cell]
      : cellText(cell)
          .split(/(?<=[\s|;,])(?=https?:)/i)
          .map((part) => withoutEnd(part, ' \t\r\n\u00A0|;,'))
  const columnView = viewWords.exec(columnWords)?.[1] ?? 'front'
  return entries.flatMap((entry) => {
    const url = isRecord(entry) ? cellText(entry['url'] ?? entry['src'] ?? entry['href']) : cellText(entry)
    if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) return []
    const named = isRecord(entry) ? cellText(entry['view'] ?? entry['type']) : ''
    const inName = /_([A-E]\d[CLRN][0-9A-P])[._]/i.exec(url)?.[1]
    return [{ view: viewCodeOf(named || inName || columnView), url }]
  })
}
