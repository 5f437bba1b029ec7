import { facings, parseView } from '../../src-shared/views.ts'
import type { IngestMedium } from '../../src-shared/vocabulary/ingest.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { besideText, type Cell, cellText, isEmpty, isRecord, openMembers, wholeText } from './cell.ts'
import { kept, leftOut, type Readout, together, without } from './readout.ts'

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

/** Pictures with their addresses on the web. The view is the entry's, else the column's. */
export function readMedia(cell: Cell, columnWords: string): Readout<IngestMedium[]> {
  const columnView = viewWords.exec(columnWords)?.[1] ?? 'front'
  return together(entriesOf(cell).flatMap((entry) => (isEmpty(entry) ? [] : [readEntry(entry, columnView)])))
}

function entriesOf(cell: Cell): Cell[] {
  if (Array.isArray(cell)) return cell
  if (isRecord(cell)) return [cell]
  return cellText(cell)
    .split(/(?<=[\s|;,])(?=https?:)/i)
    .map((part) => withoutEnd(part, ' \t\r\n\u00A0|;,'))
}

function readEntry(entry: Cell, columnView: string): Readout<IngestMedium> {
  const members = isRecord(entry) ? openMembers(entry) : undefined
  const url = members ? members.text('url', 'src', 'href') : cellText(entry)
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) return leftOut('NOT_AN_ADDRESS', wholeText(entry))
  const named = members?.text('view', 'type') ?? ''
  const inName = /_([A-E]\d[CLRN][0-9A-P])[._]/i.exec(url)?.[1]
  return without(
    kept({ view: viewCodeOf(named || inName || columnView), url }),
    (members?.rest() ?? besideText(entry)).map((text) => ({ code: 'PART_UNKNOWN', text })),
  )
}
