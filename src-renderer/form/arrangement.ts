/**
 * Layout rules of the form. The vocabulary defines each field and its section; this module decides which
 * fields share a line, which form a card and which form a table.
 */
import type { InputKind } from '../../src-shared/vocabulary/kit/leaf.ts'
import { type Group, type Member, repeats } from './place.ts'

/** The member's own section, or else the section of the element around it. */
export const sectionOf = (member: Member, around: string | undefined): string | undefined =>
  member.section ?? around

const sectionsOfGroup = new WeakMap<Group, ReadonlySet<string>>()

/** All sections named at any depth of a group. */
export function sectionsWithin(group: Group): ReadonlySet<string> {
  const known = sectionsOfGroup.get(group)
  if (known) return known
  const found = new Set<string>()
  // The set is stored before it is complete, so that an element that contains itself does not recurse
  // forever.
  sectionsOfGroup.set(group, found)
  for (const member of group.members) {
    if (member.section) found.add(member.section)
    if (member.type.kind === 'group') for (const section of sectionsWithin(member.type)) found.add(section)
  }
  return found
}

/** The section of a field, and the labels along its path below a group. */
interface FieldLocation {
  section: string | undefined
  /** For example `['Product codes 1', 'Kind of code']`. */
  labels: string[]
}

/**
 * Section and labels of a path below the group, such as `productCodes/productCode[1]/@type`. Stops at the
 * first segment that the vocabulary does not know.
 */
export function locateField(group: Group, path: string): FieldLocation {
  let type: Member['type'] = group
  let section: string | undefined
  let insideList = false
  const labels: string[] = []
  const numberLast = (segment: string) => {
    const position = /\[(\d+)\]$/.exec(segment)?.[1]
    if (position) labels.push(`${labels.pop()} ${position}`)
  }
  for (const segment of path.split('/').filter(Boolean)) {
    if (insideList) {
      insideList = false
      numberLast(segment)
      continue
    }
    if (type.kind === 'leaf') break
    const name = segment.replace(/^@/, '').replace(/\[\d+\]$/, '')
    const member: Member | undefined = type.attributes.get(name) ?? type.elements.get(name)
    if (!member) break
    section = sectionOf(member, section)
    labels.push(member.label)
    numberLast(segment)
    insideList = member.cardinality === 'list'
    type = member.type
  }
  return { section, labels }
}

/** The input kind of a member: its own, or else that of its leaf type; 'group' for a group. */
export const inputOf = (member: Member): InputKind =>
  member.input ?? (member.type.kind === 'leaf' ? member.type.input : 'group')

/** Whether a type is a number with a unit: `<length><measure/><uom/></length>`. */
export const isMeasure = (type: Member['type']): type is Group =>
  type.kind === 'group' &&
  type.members.length === 2 &&
  type.elements.get('measure')?.type.kind === 'leaf' &&
  type.elements.get('uom')?.type.kind === 'leaf'

/**
 * Whether a type is an amount as text with its unit as attribute: `<sodium uom="MGM"
 * dailyPct="3">75</sodium>`.
 */
export const isAmount = (type: Member['type']): type is Group =>
  type.kind === 'group' && type.text !== undefined && type.attributes.has('uom')

/**
 * Whether a type is a few leaves that fit on one line, such as a code and its type, or a text and its
 * language.
 */
export const isLine = (type: Member['type']): type is Group =>
  type.kind === 'group' &&
  type.members.length <= 4 &&
  type.members.every((member) => member.type.kind === 'leaf' && !repeats(member))

/** Whether a group is a table of amounts, as on a nutrition label. */
export const isNutritionTable = (group: Group): boolean =>
  group.members.filter((member) => isAmount(member.type)).length >= 8

/** Inputs that need a full line: long texts, and inputs that list items. */
const wideInputs: ReadonlySet<InputKind> = new Set(['paragraph', 'url', 'item'])

/** Keys of text fields that need a full line, because their values are long for a one-line input. */
const longTexts: ReadonlySet<string> = new Set(['ecommerceTitle'])

/** Whether a field takes the full width of the form instead of one of its three columns. */
export function isWide(member: Member): boolean {
  if (longTexts.has(member.key) || repeats(member) || wideInputs.has(inputOf(member))) return true
  return member.type.kind === 'group' && !isMeasure(member.type)
}

/**
 * Members in the order of the form: required members first, then single fields, lists and groups, each in
 * document order. The XML document keeps its own order.
 */
export function drawingOrder(members: readonly Member[], isRequired: (member: Member) => boolean): Member[] {
  const rank = (member: Member): number => {
    if (isRequired(member)) return 0
    if (repeats(member)) return 2
    return member.type.kind === 'group' && !isMeasure(member.type) ? 3 : 1
  }
  return members.toSorted((one, other) => rank(one) - rank(other))
}
