/**
 * Converts a tree to a value, leniently: child elements may have any order, and unknown parts are kept with
 * their position. Problems are reported here only if `validate` cannot find them in the value: an
 * unexpected namespace, an order that the schema forbids, a text in a non-canonical spelling.
 */

import { say } from '../../../texts/say.ts'
import type { Group, Member } from '../description.ts'
import { type Leaf, normalizedText } from '../leaf.ts'
import { memberTrail, type Trail } from '../path.ts'
import type { ProblemList } from '../problem-list.ts'
import type { Role } from '../role.ts'
import type { AnyValue, Unknown } from '../value.ts'
import { shown } from '../xml/refusal.ts'
import { isBlank, textOf, type XmlElement, type XmlPart } from '../xml/tree.ts'
import type { Places } from './places.ts'
import { type Room, reserveRoom, serialise, unknownAttribute } from './unknown.ts'

export interface ReadingState {
  readonly role: Role
  /**
   * The namespace of the root in the document. Elements in it, in `expected` or without namespace are
   * matched by local name.
   */
  readonly namespace: string
  readonly expected: string
  readonly places: Places
  readonly problems: ProblemList
  /** Remaining size for unknown parts. */
  readonly room: Room
  /** Namespaces already reported; each is reported once. */
  readonly reported: Set<string>
}

/**
 * The severity of deviations that a reader accepts: a warning in a response of the service, an error in a
 * feed.
 */
export const lenientSeverity = (role: Role): { severity?: 'warning' } =>
  role === 'response' ? { severity: 'warning' } : {}

export function report(
  reading: ReadingState,
  at: Trail,
  code: string,
  message: string,
  offset: number,
): void {
  reading.problems.say(at, { code, message }, offset, lenientSeverity(reading.role))
}

/** An element that is being read part by part. */
export interface OpenGroup {
  readonly value: AnyValue
  /** Reads the next part, with its offset if it is text; returns its member, if it has one. */
  take(part: XmlPart, offset?: number): Member | undefined
  /** Appends an entry of a repeated member that was read by the fast path, after all other members. */
  adopt(member: Member, entry: AnyValue): void
  /** Called after the last part. */
  end(): void
}

/** Reads an element whose name is already matched. */
function readGroup(group: Group, element: XmlElement, at: Trail, reading: ReadingState): AnyValue {
  const open = openGroup(group, element, at, reading)
  const offset = textOffsets(element)
  for (const part of element.content) open.take(part, offset(part))
  open.end()
  return open.value
}

/**
 * Returns a function that must be called for each part of an element in order, and returns the offsets of
 * nonblank texts.
 */
function textOffsets({ texts = [] }: XmlElement): (part: XmlPart) => number | undefined {
  let index = 0
  return (part) => {
    if (typeof part !== 'string' || isBlank(part)) return undefined
    index += 1
    return texts[index - 1]
  }
}

/** Starts reading an element, whose content is passed to `take`. */
export function openGroup(group: Group, element: XmlElement, at: Trail, reading: ReadingState): OpenGroup {
  const value: AnyValue = {}
  reading.places.set(value, element)
  readAttributes(group, element, value, at, reading)
  for (const { key, cardinality, mayBeAbsent } of group.members)
    if (cardinality === 'repeated' && !mayBeAbsent) value[key] = []
  const texts: string[] = []
  const { take, adopt } = contentReader(group, element, value, at, reading)
  return {
    value,
    adopt,
    take(part, offset) {
      if (typeof part === 'string' && group.text !== undefined) texts.push(part)
      return take(part, offset)
    },
    end() {
      if (group.text === undefined) return
      value['text'] = readLeaf(group.text.type as Leaf, texts.join(''), at, reading, element.offset)
    },
  }
}

function readAttributes(
  group: Group,
  element: XmlElement,
  value: AnyValue,
  at: Trail,
  reading: ReadingState,
): void {
  for (const attribute of element.attributes) {
    const member = attribute.prefix === '' ? group.attributes.get(attribute.name) : undefined
    if (member === undefined) keep(value, unknownAttribute(attribute), reading, element)
    else {
      const path = memberTrail(at, member)
      value[member.key] = readLeaf(member.type as Leaf, attribute.value, path, reading, element.offset)
    }
  }
}

function contentReader(
  group: Group,
  element: XmlElement,
  value: AnyValue,
  at: Trail,
  reading: ReadingState,
): Pick<OpenGroup, 'take' | 'adopt'> {
  let last: Member | undefined
  let inOrder = true
  /**
   * The position after the last known element. An element that repeats too often stays after the first one
   * of its name.
   */
  const anchor = (name = ''): Partial<Unknown> => {
    const same = group.elements.get(name)
    const before = same !== undefined && (last === undefined || same.position > last.position) ? same : last
    if (before === undefined) return {}
    const read = value[before.key]
    return before.cardinality === 'repeated' && Array.isArray(read)
      ? { after: before.key, position: read.length }
      : { after: before.key }
  }
  const take: OpenGroup['take'] = (part, offset = element.offset) => {
    if (typeof part === 'string') {
      if (group.text !== undefined || isBlank(part)) return undefined
      keep(value, { kind: 'text', name: '', content: part, ...anchor() }, reading, { ...element, offset })
      return undefined
    }
    if ('comment' in part) {
      keep(value, { kind: 'comment', name: '', content: part.comment, ...anchor() }, reading, element)
      return undefined
    }
    const member = knownMember(group, part, value, at, reading)
    if (member === undefined) {
      keep(value, { ...unknownElement(part, element, reading), ...anchor(part.name) }, reading, part)
      return undefined
    }
    if (group.ordered && last !== undefined && member.position < last.position && inOrder) {
      inOrder = false
      const message = say`${member.key} comes after ${last.key}; the schema requires it before.`
      report(reading, memberTrail(at, member), 'order', message, part.offset)
    }
    if (last === undefined || member.position > last.position || !group.ordered) last = member
    readMember(member, part, value, at, reading)
    return member
  }
  const adopt: OpenGroup['adopt'] = (member, entry) => {
    last = member
    const entries = value[member.key]
    if (Array.isArray(entries)) entries.push(entry)
    else value[member.key] = [entry]
  }
  return { take, adopt }
}

const unknownElement = (part: XmlElement, around: XmlElement, reading: ReadingState): Unknown => ({
  kind: 'element',
  name: part.name,
  content: serialise(part, around.namespace, reading.room),
  ...(part.namespace === around.namespace ? {} : { namespace: part.namespace }),
})

/** @param at the unknown element itself, or the element that contains another unknown part */
function keep(value: AnyValue, unknown: Unknown, reading: ReadingState, at: XmlElement): void {
  // The content of an element was already counted when it was serialized.
  const { kind, name, content, namespace = '' } = unknown
  const size = name.length + namespace.length + (kind === 'element' ? 0 : content.length)
  reserveRoom(reading.room, size, at.offset)
  value.unknown ??= []
  value.unknown.push(unknown)
  // Comments never have problems.
  if (kind !== 'comment') reading.places.set(unknown, at)
}

/**
 * The member that matches an element; undefined if its name or namespace is unknown, or a single member
 * already has a value.
 */
function knownMember(
  group: Group,
  element: XmlElement,
  value: AnyValue,
  at: Trail,
  reading: ReadingState,
): Member | undefined {
  const member = group.elements.get(element.name)
  if (member === undefined) return undefined
  // An open group accepts any content, so an element of another namespace is treated as unknown content.
  if (group.open && element.namespace !== reading.namespace) return undefined
  const read = value[member.key]
  const index = member.cardinality !== 'repeated' ? undefined : Array.isArray(read) ? read.length : 0
  if (!namespaceIsKnown(element, memberTrail(at, member, index), reading)) return undefined
  return index !== undefined || read === undefined ? member : undefined
}

function namespaceIsKnown(element: XmlElement, at: Trail, reading: ReadingState): boolean {
  const { namespace } = element
  if (namespace === reading.namespace) return true
  if (namespace !== '' && namespace !== reading.expected) return false
  if (!reading.reported.has(namespace)) {
    reading.reported.add(namespace)
    const message =
      namespace === ''
        ? say`${element.name} is in no namespace; ${shown(reading.namespace)} was expected.`
        : say`${element.name} is in the namespace ${shown(namespace)}; ${shown(reading.namespace)} was expected.`
    report(reading, at, 'namespace', message, element.offset)
  }
  return true
}

function readMember(
  member: Member,
  element: XmlElement,
  value: AnyValue,
  at: Trail,
  reading: ReadingState,
): void {
  const { key, cardinality } = member
  if (cardinality === 'list') value[key] = readWrapper(member, element, value, at, reading)
  else if (cardinality === 'repeated') {
    value[key] ??= []
    const entries = value[key] as unknown[]
    const index = entries.length
    entries.push(readEntry(member, element, value, memberTrail(at, member, index), reading, index))
  } else value[key] = readEntry(member, element, value, memberTrail(at, member), reading, undefined)
}

function readWrapper(
  member: Member,
  element: XmlElement,
  value: AnyValue,
  at: Trail,
  reading: ReadingState,
): unknown[] {
  const entries: unknown[] = []
  const within = member.key
  for (const attribute of element.attributes) {
    keep(value, { ...unknownAttribute(attribute), within }, reading, element)
  }
  const offsetOf = textOffsets(element)
  for (const part of element.content) {
    const position = entries.length
    const place = { within, position }
    if (typeof part === 'string') {
      const offset = offsetOf(part)
      if (offset === undefined) continue
      keep(value, { kind: 'text', name: '', content: part, ...place }, reading, { ...element, offset })
    } else if ('comment' in part) {
      keep(value, { kind: 'comment', name: '', content: part.comment, ...place }, reading, element)
    } else {
      const entryTrail = memberTrail(at, member, position)
      if (part.name === member.entry && namespaceIsKnown(part, entryTrail, reading)) {
        entries.push(readEntry(member, part, value, entryTrail, reading, position))
      } else {
        keep(value, { ...unknownElement(part, element, reading), ...place }, reading, part)
      }
    }
  }
  return entries
}

function readEntry(
  member: Member,
  element: XmlElement,
  owner: AnyValue,
  at: Trail,
  reading: ReadingState,
  index: number | undefined,
): unknown {
  if (member.type.kind === 'group') return readGroup(member.type, element, at, reading)
  const place: Partial<Unknown> = { within: member.key, ...(index === undefined ? {} : { entry: index }) }
  for (const attribute of element.attributes) {
    keep(owner, { ...unknownAttribute(attribute), ...place }, reading, element)
  }
  for (const part of element.content) {
    if (typeof part === 'string') continue
    const unknown: Unknown =
      'comment' in part
        ? { kind: 'comment', name: '', content: part.comment }
        : unknownElement(part, element, reading)
    keep(owner, { ...unknown, ...place }, reading, 'comment' in part ? element : part)
  }
  return readLeaf(member.type, textOf(element), at, reading, element.offset)
}

/** Reads a text in its canonical spelling, and reports a text with another spelling. */
function readLeaf(type: Leaf, text: string, at: Trail, reading: ReadingState, offset: number): string {
  const judged = normalizedText(type, text)
  const canonical = type.canonical(judged)
  if (canonical === text || type.accepts(judged) || !type.accepts(canonical)) return canonical
  report(
    reading,
    at,
    'spelling',
    say`"${shown(text)}" was read as ${shown(canonical)}. Write ${shown(canonical)}.`,
    offset,
  )
  return canonical
}
