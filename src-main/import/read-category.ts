import { type Cell, cellText, isRecord } from './cell.ts'

/** A category as a source names it. */
export interface SourceCategory {
  id: string
  label: string
  /** The classification, such as `GPC`. */
  scheme: string
}

/**
 * The one category an item is classified by: that of the Global Product Classification where there is one, else one
 * with a number, else the last, which is the narrowest in lists that go from wide to narrow.
 */
export function readCategory(cell: Cell): SourceCategory | undefined {
  const all = listOf(cell).flatMap((entry) => categoryOf(entry) ?? [])
  return (
    all.findLast(({ scheme }) => scheme.toUpperCase() === 'GPC') ??
    all.findLast(({ id }) => /^\d+$/.test(id)) ??
    all.at(-1)
  )
}

function listOf(cell: Cell): Cell[] {
  if (Array.isArray(cell)) return cell
  return isRecord(cell)
    ? [cell]
    : cellText(cell)
        .split(/[,;|>]/)
        .map((part) => part.trim())
}

function categoryOf(entry: Cell): SourceCategory | undefined {
  if (!isRecord(entry)) return categoryOfText(cellText(entry))
  const id = cellText(entry['id'] ?? entry['code'])
  const label = cellText(entry['label'] ?? entry['name'])
  if (id === '' && label === '') return undefined
  return {
    id: id || label,
    label: label || id,
    scheme: cellText(entry['scheme'] ?? entry['type']) || 'category',
  }
}

/** `en:black-teas` is a tag of Open Food Facts; eight digits are a brick of the Global Product Classification. */
function categoryOfText(text: string): SourceCategory | undefined {
  if (text === '') return undefined
  const [, tag] = /^[a-z]{2}:(.+)$/.exec(text) ?? []
  if (tag !== undefined) return { id: text, label: tagWords(tag), scheme: 'OFF' }
  return { id: text, label: text, scheme: /^\d{8}$/.test(text) ? 'GPC' : 'category' }
}

/** `orthodox-union-kosher` as a person reads it: `Orthodox union kosher`. */
export const tagWords = (tag: string): string => {
  const words = tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
