/** The fields of a record as display text, for reading and copying. */
import { unitOf, unitSymbol } from '../../../src-shared/values/units.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import type { Copied } from '../../ui/text/copy-field.tsx'
import { countryName, dateAndTime, decimalWords, languageName } from '../../ui/text/words.ts'

/** Whether a value contains any text. An empty element contains none. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.some(hasContent)
  if (typeof value === 'object') return Object.values(value).some(hasContent)
  return true
}

interface ShownMeasure {
  measure?: string | undefined
  uom?: string | undefined
}

/** A measure with the symbol of its unit in the notation of the language: `2,5 kg` in German. */
export const measureText = (size: ShownMeasure | undefined): string | undefined =>
  size?.measure
    ? [decimalWords(size.measure), unitSymbol(size.uom ?? '')].filter(Boolean).join('\u00a0')
    : undefined

/** Input type of a leaf, which determines how its text is formatted. */
export const inputOf = (member: Member) =>
  member.input ?? (member.type.kind === 'leaf' ? member.type.input : undefined)

/** Inputs whose values are codes with names. */
const codedInputs: ReadonlySet<string | undefined> = new Set(['country', 'language', 'unit', 'view'])

/**
 * Whether a text is a code whose name is not known: of a list that the lookups do not have, or missing from its
 * list. Words in place of a code are no code.
 */
export const isUnnamedCode = (member: Member, text: string): boolean =>
  member.isCode
    ? /^\d+$/.test(text)
    : codedInputs.has(inputOf(member)) &&
      /^[A-Z0-9]{1,8}$/.test(text) &&
      leafText(member, text) === text &&
      unitOf(text) === undefined

/** Display text of a leaf: the name of a country, a timestamp in local time. Codes are returned unchanged. */
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
    case 'decimal':
      return decimalWords(text)
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

/**
 * A group as one line: its text, or a number with its unit. Undefined if one line cannot show the entire
 * group.
 */
function groupText(group: Group, value: AnyValue): string | undefined {
  const { text } = group
  const lineMembers = text ? [text] : group.members
  if (lineMembers.some(({ type, cardinality }) => type.kind !== 'leaf' || cardinality === 'list'))
    return undefined
  return lineMembers
    .filter(({ key }) => hasContent(value[key]))
    .map((member) => leafText(member, String(value[member.key])))
    .join(' ')
}

/**
 * The copyable form of a member: its text, one line per list entry, or a table with a header for a list of
 * groups of texts. Undefined for a member whose parts are copied separately.
 */
export function copyableOf(member: Member, value: unknown): Copied | undefined {
  const { type } = member
  const entries = (Array.isArray(value) ? value : [value]).filter(hasContent)
  if (entries.length === 0) return undefined
  if (type.kind === 'leaf') return entries.map((entry) => leafText(member, String(entry))).join('\n')
  const isTable = member.cardinality === 'list' && !type.text && type.members.length > 2
  // A group value is an object keyed by its members.
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
