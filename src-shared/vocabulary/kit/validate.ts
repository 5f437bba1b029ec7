/** Validates a value against its description. It finds the same faults as the derived schema. */
import type { Problem } from '../../problem.ts'
import { say } from '../../texts/say.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import { type Leaf, normalizedText } from './leaf.ts'
import { limitsOf, limitWords } from './limits.ts'
import { memberTrail, type Trail, trail } from './path.ts'
import { ProblemList } from './problem-list.ts'
import { Places } from './read/places.ts'
import { lenientSeverity } from './read/read.ts'
import { belongsToXml } from './read/unknown.ts'
import type { Role } from './role.ts'
import type { AnyValue, Unknown, ValueOf } from './value.ts'
import { illegalCharacter } from './xml/characters.ts'
import { shown } from './xml/refusal.ts'

interface Validation {
  readonly role: Role
  readonly places: Places
  readonly problems: ProblemList
  /** Namespaces already reported; each is reported once. */
  readonly reported: Set<string>
}

/**
 * All problems of a document's value, in document order. It needs no text, so a form can call it at every
 * keystroke.
 */
export const validate = <G extends Group>(document: DocumentDescription<G>, value: ValueOf<G>): Problem[] =>
  validateElement(document.group, value, { path: document.root, role: document.role })

/** All problems of an element's value. Paths start with `path`, or else with the name of the type. */
function validateElement<G extends Group>(
  group: G,
  value: ValueOf<G>,
  options: { path?: string; role?: Role } = {},
): Problem[] {
  const { path = group.name, role = 'response' } = options
  const validation: Validation = {
    role,
    places: new Places(),
    problems: new ProblemList(limitsOf(role)),
    reported: new Set(),
  }
  validateGroup(group, value as AnyValue, trail(undefined, path), validation)
  return validation.problems.listed(path)
}

/** Validates an element that is read part by part, while the position of each part is available. */
export class PartValidator {
  readonly #group: Group
  readonly #value: AnyValue
  readonly #at: Trail
  readonly #validation: Validation
  readonly #validated = new Set<Member>()
  #unknown = 0

  constructor(group: Group, value: AnyValue, at: Trail, validation: Validation) {
    this.#group = group
    this.#value = value
    this.#at = at
    this.#validation = validation
  }

  /** Validates the last part that was read: a member, or something unknown. */
  part(member: Member | undefined): void {
    if (member !== undefined) {
      this.#validated.add(member)
      const entries = this.#value[member.key]
      if (member.cardinality === 'repeated' && Array.isArray(entries)) {
        const index = entries.length - 1
        validateEntry(member, entries[index], this.#value, this.#at, index, this.#validation)
      } else validateMember(member, this.#value, this.#at, this.#validation)
    }
    this.#validateUnknown()
  }

  /** Marks a member as validated without problems. */
  markValid(member: Member): void {
    this.#validated.add(member)
  }

  /** Validates what depends on the complete element: missing members, attributes and text. */
  end(): void {
    for (const member of this.#group.members) {
      if (!this.#validated.has(member)) validateMember(member, this.#value, this.#at, this.#validation)
    }
    this.#validateUnknown()
  }

  #validateUnknown(): void {
    const unknown = this.#value.unknown ?? []
    for (; this.#unknown < unknown.length; this.#unknown += 1) {
      const one = unknown[this.#unknown]
      if (one !== undefined) validateUnknown(this.#group, one, this.#at, this.#validation)
    }
  }
}

function validateGroup(group: Group, value: AnyValue, at: Trail, validation: Validation): void {
  for (const member of group.members) validateMember(member, value, at, validation)
  if (value.unknown !== undefined) {
    for (const unknown of value.unknown) validateUnknown(group, unknown, at, validation)
  }
}

function validateMember(member: Member, owner: AnyValue, at: Trail, validation: Validation): void {
  const value = owner[member.key]
  if (member.cardinality === 'list' || member.cardinality === 'repeated') {
    const entries = (value ?? []) as readonly unknown[]
    const absent = value === undefined && member.cardinality === 'list'
    if (entries.length === 0 && member.atLeastOne === true && !absent)
      missing(member, owner, memberTrail(at, member, 0), validation)
    for (let index = 0; index < entries.length; index += 1)
      validateEntry(member, entries[index], owner, at, index, validation)
  } else if (value === undefined || value === null) {
    if (member.cardinality === 'required') missing(member, owner, memberTrail(at, member), validation)
  } else validateEntry(member, value, owner, at, undefined, validation)
}

function missing(member: Member, owner: AnyValue, at: Trail, validation: Validation): void {
  // The element exists in another namespace, which is reported separately.
  const isElsewhere = ({ kind, name, within }: Unknown) =>
    kind === 'element' && name === member.key && within === undefined
  if (owner.unknown?.some(isElsewhere) === true) return
  validation.problems.say(
    at,
    { code: 'missing', message: say`${member.label} is missing.` },
    validation.places.offset(owner),
  )
}

function validateEntry(
  member: Member,
  value: unknown,
  owner: AnyValue,
  at: Trail,
  index: number | undefined,
  validation: Validation,
): void {
  const { type } = member
  if (type.kind === 'group') {
    validateGroup(type, (value ?? {}) as AnyValue, memberTrail(at, member, index), validation)
    return
  }
  const text = typeof value === 'string' ? value : ''
  const problem = problemOf(type, text, member.label, validation.role)
  if (problem !== undefined) {
    const offset = validation.places.offset(owner, member, index)
    validation.problems.say(memberTrail(at, member, index), problem, offset)
  }
}

function problemOf(
  type: Leaf,
  text: string,
  label: string,
  role: Role,
): { code: string; message: string } | undefined {
  const limits = limitsOf(role)
  if (text.length > limits.textBytes) return limitWords('textBytes', limits)
  const illegal = illegalCharacter(text)
  if (illegal !== undefined) {
    return {
      code: 'illegal-character',
      message: say`${label} holds the character ${illegal}, which XML cannot carry. Remove it.`,
    }
  }
  if (type.accepts(normalizedText(type, text))) return undefined
  const message =
    text === ''
      ? say`${label} must be ${type.hint}; it is empty.`
      : say`${label} must be ${type.hint}; "${shown(text)}" is not.`
  return { code: 'invalid', message }
}

function validateUnknown(group: Group, unknown: Unknown, at: Trail, validation: Validation): void {
  if (unknown.kind === 'comment' || belongsToXml(unknown)) return
  if (group.open) return
  if (isOursElsewhere(group, unknown)) {
    if (validation.reported.has(unknown.namespace)) return
    validation.reported.add(unknown.namespace)
  }
  const offset = validation.places.offset(unknown)
  const { code, path, message } = unknownProblem(group, unknown, at)
  validation.problems.say(path, { code, message }, offset, lenientSeverity(validation.role))
}

/** Whether an unknown element has the name of a member, but a different namespace. */
function isOursElsewhere(group: Group, unknown: Unknown): unknown is Unknown & { namespace: string } {
  if (unknown.kind !== 'element' || unknown.namespace === undefined) return false
  const wrapper = unknown.within === undefined ? undefined : group.elements.get(unknown.within)
  return wrapper === undefined ? group.elements.has(unknown.name) : wrapper.entry === unknown.name
}

function unknownProblem(
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
      message: say`Text is not expected here: "${unknown.content.trim().slice(0, 60)}".`,
    }
  }
  if (unknown.kind === 'attribute') {
    return {
      code: 'unknown-attribute',
      path: trail(around, `@${name}`),
      message: say`The attribute ${name} is not part of ${around.name}.`,
    }
  }
  const path = trail(around, name)
  if (unknown.namespace !== undefined) {
    const found =
      unknown.namespace === '' ? say`no namespace` : say`the namespace ${shown(unknown.namespace)}`
    return {
      code: 'unknown-element',
      path,
      message: isOursElsewhere(group, unknown)
        ? say`${name} is in ${found}, where it is not read. Use the namespace of ${around.name}.`
        : say`The element ${name} is in ${found}, which is not part of ${around.name}.`,
    }
  }
  if (member === undefined && group.elements.has(name)) {
    return { code: 'repeated', path, message: say`${name} may occur only once here; the first one is used.` }
  }
  return { code: 'unknown-element', path, message: say`The element ${name} is not part of ${around.name}.` }
}
