/** Going through a value element by element, by its description. */
import type { Group, Member } from './description.ts'
import { memberTrail, type Trail } from './path.ts'
import type { AnyValue } from './value.ts'

/** An element of a value, and where it stands. */
export interface Place {
  readonly group: Group
  readonly value: AnyValue
  readonly at: Trail
}

/** A text in an element: of an attribute, of the element itself, or of a child that holds nothing else. */
export interface TextPlace {
  readonly member: Member
  readonly text: string
  readonly at: Trail
}

/** An element and every element in it, from the outside in and in document order. */
export function* elementsIn(group: Group, value: AnyValue, at: Trail): Generator<Place> {
  yield { group, value, at }
  for (const member of group.members) {
    if (member.type.kind !== 'group') continue
    for (const { entry, index } of entriesOf(value[member.key]))
      if (isValue(entry)) yield* elementsIn(member.type, entry, memberTrail(at, member, index))
  }
}

/** The texts of one element, those of the elements in it aside. */
export function* textsIn({ group, value, at }: Place): Generator<TextPlace> {
  for (const member of group.members) {
    if (member.type.kind !== 'leaf') continue
    for (const { entry, index } of entriesOf(value[member.key]))
      if (typeof entry === 'string') yield { member, text: entry, at: memberTrail(at, member, index) }
  }
}

function* entriesOf(value: unknown): Generator<{ entry: unknown; index: number | undefined }> {
  if (!Array.isArray(value)) yield { entry: value, index: undefined }
  else for (const [index, entry] of value.entries()) yield { entry, index }
}

const isValue = (value: unknown): value is AnyValue => typeof value === 'object' && value !== null
