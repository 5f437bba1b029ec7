import type { Group, Member } from '../../src-shared/vocabulary/kit/description.ts'
import { memberTrail, pathOf, type Trail, trail } from '../../src-shared/vocabulary/kit/path.ts'
import type { FormStore, Keys } from './form-store.ts'

/**
 * The position of a member: its keys in the value, and its trail in the document, by which problems refer to
 * it.
 */
export interface Place {
  keys: Keys
  trail: Trail
  /** The element around it. */
  parent: Place | undefined
  /** Initial value of the element when it is created; undefined for leaves and entire lists. */
  blank: unknown
}

/** The root element of a document. */
export const rootPlace = (root: string): Place => ({
  keys: [],
  trail: trail(undefined, root),
  parent: undefined,
  blank: undefined,
})

/** The place of a member of the group at `place`: a single member, or an entire list. */
export const memberPlace = (place: Place, member: Member): Place => ({
  keys: [...place.keys, member.key],
  trail: memberTrail(place.trail, member),
  parent: place,
  blank: repeats(member) ? undefined : blankOf(member),
})

/** The place of one entry of a list or repeated member of the group at `place`. */
export const entryPlace = (place: Place, member: Member, index: number): Place => ({
  keys: [...place.keys, member.key, index],
  trail: memberTrail(place.trail, member, index),
  parent: place,
  blank: blankOf(member),
})

/**
 * The path by which problems refer to this place, for example
 * `items/item[1]/productCodes/productCode[1]/@type`.
 */
export const problemPath = (place: Place): string => pathOf(place.trail)

export const repeats = (member: Member): boolean =>
  member.cardinality === 'list' || member.cardinality === 'repeated'

/** Initial value of an absent element or a new list entry, with the members that the parser always sets. */
export function newValue(type: Member['type']): unknown {
  if (type.kind === 'leaf') return ''
  const repeated = type.members.filter(({ cardinality }) => cardinality === 'repeated')
  return { ...(type.text && { text: '' }), ...Object.fromEntries(repeated.map(({ key }) => [key, []])) }
}
const blankOf = ({ type }: Member): unknown => (type.kind === 'group' ? newValue(type) : undefined)

/** Creates the element at `place` and the elements around it where they are absent. */
export function createAt(store: FormStore, place: Place | undefined): void {
  if (!place) return
  createAt(store, place.parent)
  if (place.blank !== undefined && store.at(place.keys) === undefined) store.set(place.keys, place.blank)
}

/** Whether a group has content that would be lost by removing it. */
export const hasContent = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((part) => part !== undefined && part !== '')

export type { Group, Member }
