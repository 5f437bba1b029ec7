/**
 * How described elements are arranged on the screen. The vocabulary says what a field is and which section it
 * belongs to; which fields stand on one line, which make a card and which make a table is decided here.
 */
import type { InputKind } from '../../src-shared/vocabulary/kit/leaf.ts'
import { type Group, type Member, repeats } from './place.ts'

/** The section a member belongs to: its own, else that of the element around it. */
export const sectionOf = (member: Member, around: string | undefined): string | undefined =>
  member.section ?? around

const sectionsOfGroup = new WeakMap<Group, ReadonlySet<string>>()

/** Every section named anywhere inside a group. */
export function sectionsWithin(group: Group): ReadonlySet<string> {
  const known = sectionsOfGroup.get(group)
  if (known) return known
  const found = new Set<string>()
  // The set is stored before it is complete: an element that contains itself then ends the walk.
  sectionsOfGroup.set(group, found)
  for (const member of group.members) {
    if (member.section) found.add(member.section)
    if (member.type.kind === 'group') for (const section of sectionsWithin(member.type)) found.add(section)
  }
  return found
}

/** The section and the labels that a path below a group passes. */
interface FieldLocation {
  section: string | undefined
  /** E.g. `['Product codes 1', 'Kind of code']`. */
  labels: string[]
}

/** The labels along a path below the group, such as `productCodes/productCode[1]/@type`, as far as the vocabulary knows it. */
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

/** The kind of input of a leaf. */
export const inputOf = (member: Member): InputKind =>
  member.input ?? (member.type.kind === 'leaf' ? member.type.input : 'group')

/** A number and its unit: `<length><measure/><uom/></length>`. */
export const isMeasure = (type: Member['type']): type is Group =>
  type.kind === 'group' &&
  type.members.length === 2 &&
  type.elements.get('measure')?.type.kind === 'leaf' &&
  type.elements.get('uom')?.type.kind === 'leaf'

/** An amount as text with its unit as attribute: `<sodium uom="MGM" dailyPct="3">75</sodium>`. */
export const isAmount = (type: Member['type']): type is Group =>
  type.kind === 'group' && type.text !== undefined && type.attributes.has('uom')

/** A few leaves that fit on one line, such as a code and its type, or a language and the text in it. */
export const isLine = (type: Member['type']): type is Group =>
  type.kind === 'group' &&
  type.members.length <= 4 &&
  type.members.every((member) => member.type.kind === 'leaf' && !repeats(member))

/** A table of amounts, as on a nutrition label. */
export const isNutritionTable = (group: Group): boolean =>
  group.members.filter((member) => isAmount(member.type)).length >= 8

/** Inputs that need a whole line: for long texts, or for the items that they list. */
const wideInputs: ReadonlySet<InputKind> = new Set(['paragraph', 'url', 'item'])

/** Fields whose input is short by its kind, but whose text needs a whole line. */
const longTexts: ReadonlySet<string> = new Set(['ecommerceTitle'])

/** Whether a field takes the whole width of the form instead of one column of three. */
export function isWide(member: Member): boolean {
  if (longTexts.has(member.key) || repeats(member) || wideInputs.has(inputOf(member))) return true
  return member.type.kind === 'group' && !isMeasure(member.type)
}

/**
 * The order in which the members of an element are drawn: required members first, then single fields, lists and
 * groups, each kind in document order. The document itself is always written in its own order.
 */
export function drawingOrder(members: readonly Member[], isRequired: (member: Member) => boolean): Member[] {
  const rank = (member: Member): number => {
    if (isRequired(member)) return 0
    if (repeats(member)) return 2
    return member.type.kind === 'group' && !isMeasure(member.type) ? 3 : 1
  }
  return members.toSorted((one, other) => rank(one) - rank(other))
}
