import { capitalized } from '../../../src-shared/texts/spoken.ts'
import { type Cell, cellText, isEmpty, isRecord, openMembers, wholeText } from '../source/cell.ts'
import { kept, leftOut, type Readout, together, without } from './readout.ts'

/** A category as a source names it. */
export interface SourceCategory {
  id: string
  label: string
  /** The classification, such as `GPC`. */
  scheme: string
  /** It was named in words alone, without an identifier or classification. */
  inWords?: true
}

/** Every category a cell names, in its order. */
export const readCategories = (cell: Cell): Readout<SourceCategory[]> =>
  together(entriesOf(cell).flatMap((entry) => (isEmpty(entry) ? [] : [readEntry(entry)])))

/**
 * The one category an item is classified by: that of the Global Product Classification where there is one, else one
 * with a number, else the last, which is the narrowest in lists that go from wide to narrow.
 */
export const mainCategory = <C extends Pick<SourceCategory, 'id' | 'scheme'>>(
  all: readonly C[],
): C | undefined =>
  all.findLast(({ scheme }) => scheme.toUpperCase() === 'GPC') ??
  all.findLast(({ id }) => /^\d+$/.test(id)) ??
  all.at(-1)

function entriesOf(cell: Cell): Cell[] {
  if (Array.isArray(cell)) return cell
  if (isRecord(cell)) return [cell]
  return cellText(cell)
    .split(/[,;|>]/)
    .map((part) => part.trim())
}

function readEntry(entry: Cell): Readout<SourceCategory> {
  if (Array.isArray(entry)) return leftOut('UNREADABLE', wholeText(entry))
  if (!isRecord(entry)) return kept(categoryOfText(cellText(entry)))
  const members = openMembers(entry)
  const id = members.text('id', 'code')
  const label = members.text('label', 'name')
  if (id === '' && label === '') return leftOut('UNREADABLE', wholeText(entry))
  const scheme = members.text('scheme', 'type') || 'category'
  return without(
    kept({ id: id || label, label: label || id, scheme }),
    members.rest().map((text) => ({ code: 'PART_UNKNOWN', text })),
  )
}

/** `en:black-teas` is a tag of Open Food Facts; eight digits are a brick of the Global Product Classification. */
function categoryOfText(text: string): SourceCategory {
  const [, tag] = /^[a-z]{2}:(.+)$/.exec(text) ?? []
  if (tag !== undefined) return { id: text, label: tagWords(tag), scheme: 'OFF' }
  if (/^\d+$/.test(text)) return { id: text, label: text, scheme: /^\d{8}$/.test(text) ? 'GPC' : 'category' }
  return { id: text, label: text, scheme: 'category', inWords: true }
}

/** `orthodox-union-kosher` as a person reads it: `Orthodox union kosher`. */
export const tagWords = (tag: string): string =>
  capitalized(tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' '))
