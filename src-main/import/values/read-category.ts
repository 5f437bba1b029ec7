import { capitalized } from '../../../src-shared/texts/spoken.ts'
import { type Cell, cellText, fullText, isEmpty, isRecord, openMembers } from '../source/cell.ts'
import { kept, leftOut, type Readout, together, without } from './readout.ts'

/** A category as written in a source. */
export interface SourceCategory {
  id: string
  label: string
  /** Classification, such as `GPC`. */
  scheme: string
  /** The source has only a name, without an identifier or classification. */
  inWords?: true
}

/**
 * All categories in a cell, in order.
 * @param words words of the heading. Only a plural announces a list separated by commas
 */
export const readCategories = (cell: Cell, words: string): Readout<SourceCategory[]> =>
  together(entriesOf(cell, words).flatMap((entry) => (isEmpty(entry) ? [] : [readEntry(entry)])))

const plural = /(?:categories|kategorien|categorias|tags)\b/

/** A name may contain commas and semicolons: `Food, Beverages & Tobacco > Coffee` has two parts. */
function separatorOf(text: string, words: string): RegExp {
  if (text.includes('>')) return />/
  if (text.includes('|')) return /\|/
  return plural.test(words) && !text.includes(';') ? /,/ : /;/
}

function entriesOf(cell: Cell, words: string): Cell[] {
  if (Array.isArray(cell)) return cell
  if (isRecord(cell)) return [cell]
  const text = cellText(cell)
  return text.split(separatorOf(text, words)).map((part) => part.trim())
}

function readEntry(entry: Cell): Readout<SourceCategory> {
  if (Array.isArray(entry)) return leftOut('UNREADABLE', fullText(entry))
  if (!isRecord(entry)) return kept(categoryOfText(cellText(entry)))
  const members = openMembers(entry)
  const id = members.text('id', 'code')
  const label = members.text('label', 'name')
  if (id === '' && label === '') return leftOut('UNREADABLE', fullText(entry))
  const scheme = members.text('scheme', 'type') || 'category'
  return without(
    kept({ id: id || label, label: label || id, scheme }),
    members.rest().map((text) => ({ code: 'PART_UNKNOWN', text })),
  )
}

/**
 * `en:black-teas` is a tag of Open Food Facts; eight digits are a brick of the Global Product Classification.
 */
function categoryOfText(text: string): SourceCategory {
  const [, tag] = /^[a-z]{2}:(.+)$/.exec(text) ?? []
  if (tag !== undefined) return { id: text, label: tagWords(tag), scheme: 'OFF' }
  if (/^\d+$/.test(text)) return { id: text, label: text, scheme: /^\d{8}$/.test(text) ? 'GPC' : 'category' }
  return { id: text, label: text, scheme: 'category', inWords: true }
}

/** A tag in readable form: `orthodox-union-kosher` becomes `Orthodox union kosher`. */
export const tagWords = (tag: string): string =>
  capitalized(tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' '))
