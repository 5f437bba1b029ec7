/** Judges a value by its description. What it finds wrong, the derived schema finds wrong too, and nothing else. */
import type { Problem } from '../../problem.ts'
import { illegalCharacter } from './characters.ts'
import type { DocumentDescription, Group, Member, Role } from './description.ts'
import { judgedText, type Leaf } from './leaf.ts'
import { memberTrail, pathOf, type Trail, trail } from './path.ts'
import { Lines, Places } from './places.ts'
import { leniently } from './read.ts'
import { belongsToSchemaLanguage } from './unknown.ts'
import type { AnyValue, Unknown, ValueOf } from './value.ts'

interface Judging {
  readonly role: Role
  readonly places: Places
  readonly found: { problem: Problem; offset: number | undefined }[]
}

/** Every problem of a document's value, in document order. Needs no text, so a form can ask at every keystroke. */
export const validate = <G extends Group>(document: DocumentDescription<G>, value: ValueOf<G>): Problem[] =>
  validateElement(document.group, value, { path: document.root, role: document.role })

/** The same for one element on its own, such as a stored item. Paths begin with `path`, else the type's name. */
export const validateElement = <G extends Group>(
  group: G,
  value: ValueOf<G>,
  options: { path?: string; role?: Role } = {},
): Problem[] =>
  judge(
    group,
    value as AnyValue,
    trail(undefined, options.path ?? group.name),
    options.role ?? 'response',
    new Places(),
  ).map(({ problem }) => problem)

export function judge(
  group: Group,
  value: AnyValue,
  at: Trail,
  role: Role,
  places: Places,
): Judging['found'] {
  const judging: Judging = { role, places, found: [] }
  judgeGroup(group, value, at, judging)
  return judging.found
}

/** Adds lines and columns, in the order of the text, errors and warnings mixed as they stand. */
export function placed(found: { problem: Problem; offset: number | undefined }[], text: string): Problem[] {
  if (found.length === 0) return []
  const lines = new Lines(text)
  return found
    .toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
    .map(({ problem, offset }) =>
      offset === undefined ? problem : { ...problem, ...lines.position(offset) },
    )
}

function judgeGroup(group: Group, value: AnyValue, at: Trail, judging: Judging): void {
  for (const member of group.members) judgeMember(member, value, at, judging)
  if (value.unknown !== undefined) {
    for (const unknown of value.unknown) judgeUnknown(group, unknown, at, judging)
  }
}

function say(judging: Judging, at: Trail, code: string, message: string, offset: number | undefined): void {
  judging.found.push({ problem: { code, path: pathOf(at), message }, offset })
}

function judgeMember(member: Member, owner: AnyValue, at: Trail, judging: Judging): void {
  const value = owner[member.key]
  if (member.cardinality === 'list' || member.cardinality === 'repeated') {
    const entries = (value ?? []) as readonly unknown[]
    const absent = value === undefined && member.cardinality === 'list'
    if (entries.length === 0 && member.atLeastOne === true && !absent)
      missing(member, owner, memberTrail(at, member, 0), judging)
    for (let index = 0; index < entries.length; index += 1)
      judgeEntry(member, entries[index], owner, at, index, judging)
  } else if (value === undefined || value === null) {
    if (member.cardinality === 'required') missing(member, owner, memberTrail(at, member), judging)
  } else judgeEntry(member, value, owner, at, undefined, judging)
}

const missing = (member: Member, owner: AnyValue, at: Trail, judging: Judging) =>
  say(judging, at, 'missing', `${member.label} is missing.`, judging.places.offset(owner))

function judgeEntry(
  member: Member,
  value: unknown,
  owner: AnyValue,
  at: Trail,
  index: number | undefined,
  judging: Judging,
): void {
  const { type } = member
  if (type.kind === 'group') {
    judgeGroup(type, (value ?? {}) as AnyValue, memberTrail(at, member, index), judging)
    return
  }
  const text = typeof value === 'string' ? value : ''
  const problem = problemOf(type, text, member.label)
  if (problem !== undefined) {
    const offset = judging.places.offset(owner, member, index)
    say(judging, memberTrail(at, member, index), problem.code, problem.message, offset)
  }
}

function problemOf(type: Leaf, text: string, label: string): { code: string; message: string } | undefined {
  const illegal = illegalCharacter(text)
  if (illegal !== undefined) {
    return {
      code: 'illegal-character',
      message: `${label} holds the character ${illegal}, which XML cannot carry. Remove it.`,
    }
  }
  if (type.accepts(judgedText(type, text))) return undefined
  const shown = text.length > 60 ? `${text.slice(0, 60)}...` : text
  const found = text === '' ? 'it is empty' : `"${shown}" is not`
  return { code: 'invalid', message: `${label} must be ${type.hint}; ${found}.` }
}

function judgeUnknown(group: Group, unknown: Unknown, at: Trail, judging: Judging): void {
  if (unknown.kind === 'comment' || belongsToSchemaLanguage(unknown)) return
  if (group.open && unknown.within === undefined) return
  const offset = judging.places.offset(unknown)
  const { code, path, message } = complaint(group, unknown, at)
  judging.found.push({ problem: { code, path: pathOf(path), message, ...leniently(judging.role) }, offset })
}

function complaint(
  group: Group,
  unknown: Unknown,
  at: Trail,
): { code: string; path: Trail; message: string } {
  const member = unknown.within === undefined ? undefined : group.elements.get(unknown.within)
  const around = member === undefined ? at : memberTrail(at, member, unknown.entry)
  const { name } = unknown
  if (unknown.kind === 'text') {
    return {
      code: 'unexpected-text',
      path: around,
      message: `Text is not expected here: "${unknown.content.trim().slice(0, 60)}".`,
    }
  }
  if (unknown.kind === 'attribute') {
    return {
      code: 'unknown-attribute',
      path: trail(around, `@${name}`),
      message: `The attribute ${name} is not part of ${around.name}.`,
    }
  }
  const path = trail(around, name)
  if (unknown.namespace !== undefined) {
    const found = unknown.namespace === '' ? 'no namespace' : `the namespace ${unknown.namespace}`
    return {
      code: 'unknown-element',
      path,
      message: `The element ${name} is in ${found}, which is not part of ${around.name}.`,
    }
  }
  if (member === undefined && group.elements.has(name)) {
    return { code: 'repeated', path, message: `${name} may stand here only once; the first one is used.` }
  }
  return { code: 'unknown-element', path, message: `The element ${name} is not part of ${around.name}.` }
}
