/** The fields of a record as text, as a person reads and copies them. */
import { unitSymbol } from '../../../src-shared/values/units.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import type { Copied } from '../../ui/text/copy-field.tsx'
import { countryName, dateAndTime, languageName } from '../../ui/text/words.ts'

/** Whether a value has any text; an empty element has none. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.some(hasContent)
  if (typeof value === 'object') return Object.values(value).some(hasContent)
  return true
}

/** The kind of input of a leaf, which says how its text is read. */
export const inputOf = (member: Member) =>
  member.input ?? (member.type.kind === 'leaf' ? member.type.input : undefined)

/** One text of a record in words: a country by its name, a moment in the time of this computer. Codes stay as they are. */
export function leafText(member: Member, text: string): string {
  const leaf = member.type.kind === 'leaf' ? member.type : undefined
  switch (inputOf(member)) {
    case 'timestamp':
      return dateAndTime(text)
    case 'country':
      return countryName(text)
    case 'language':
      return languageName(text)
    case 'unit':
      return unitSymbol(text)
    case 'view': {
      const label = viewLabel(text)
      return label === text ? text : `${label} (${text})`
    }
    case 'flag':
    case 'choice':
      return (member.options ?? leaf?.options)?.find((option) => option.value === text)?.label ?? text
    default:
      return text
  }
}

/** A group as one line: its text alone, or a number with its unit; undefined where that does not say it whole. */
function groupText(group: Group, value: AnyValue): string | undefined {
  const { text } = group
  const wanted = text ? [text] : group.members
  if (wanted.some(({ type, cardinality }) => type.kind !== 'leaf' || cardinality === 'list')) return undefined
  return wanted
    .filter(({ key }) => hasContent(value[key]))
    .map((member) => leafText(member, String(value[member.key])))
    .join(' ')
}

/**
 * What is copied of a member: its text, a line for each of a list, or a table with a head for a list of groups of texts.
 * Undefined for what has parts of its own, each of which is copied.
 */
export function copiedOf(member: Member, value: unknown): Copied | undefined {
  const { type } = member
  const entries = (Array.isArray(value) ? value : [value]).filter(hasContent)
  if (entries.length === 0) return undefined
  if (type.kind === 'leaf') return entries.map((entry) => leafText(member, String(entry))).join('\n')
  const isTable = member.cardinality === 'list' && !type.text && type.members.length > 2
  // A group of the vocabulary has its values by the keys of its members.
  const groups = entries as AnyValue[]
  if (!isTable) {
    const texts = groups.map((entry) => groupText(type, entry))
    return texts.every((text) => text !== undefined) ? texts.filter(Boolean).join('\n') : undefined
  }
  if (type.members.some((inner) => inner.type.kind !== 'leaf' || inner.cardinality === 'list'))
    return undefined
  const columns = type.members.filter(({ key }) => groups.some((entry) => hasContent(entry[key])))
  return [
    columns.map(({ label }) => label),
    ...groups.map((entry) =>
      columns.map((inner) => (hasContent(entry[inner.key]) ? leafText(inner, String(entry[inner.key])) : '')),
    ),
  ]
}
