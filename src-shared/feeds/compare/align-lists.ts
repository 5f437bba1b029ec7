/**
 * Aligns the lists of the versions of an item, so that an entry missing in one version is not mistaken for a
 * moved one. Where a version lacks an entry, its aligned list has `undefined` at that index.
 */
import { keyMembers, matchEntries } from '../../history/match-entries.ts'
import { isSameText } from '../../history/transient.ts'
import { isNothing, plain } from '../../vocabulary/correspondence/values.ts'
import type { Group, Member } from '../../vocabulary/kit/description.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'

/**
 * Three versions of a value: `base` is the catalog's value when the draft item was created (if known),
 * `theirs` the catalog's current value, `mine` the draft's value.
 */
export interface Sides<T = unknown> {
  base?: T | undefined
  theirs: T
  mine: T
}

/**
 * Whether two values are equivalent for a service: white space around texts, empty elements and URL
 * signatures are ignored. Both are traversed together up to the first difference, because this runs for every
 * field of thousands of items.
 */
export function isEquivalent(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one === 'string' && typeof other === 'string') return isSameText(textOf(one), textOf(other))
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return (
      one.every((entry, index) => isEquivalent(entry, other[index])) || (isNothing(one) && isNothing(other))
    )
  if (isTree(one) && isTree(other)) {
    for (const key in one) if (!isEquivalent(one[key], other[key])) return false
    for (const key in other) if (!(key in one) && !isNothing(other[key])) return false
    return true
  }
  return isNothing(one) && isNothing(other)
}

const textOf = (text: string): string => text.trim().replace(/\s+/g, ' ')

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const names = ['mine', 'theirs', 'base'] as const
type Side = (typeof names)[number]
/** One entry of an aligned list: its index in each version that has it. */
type Slot = Partial<Record<Side, number>>

/**
 * Aligns the lists of one group's versions. A list that `theirs` or `mine` lacks, or that has another order
 * there, is not aligned.
 */
export function alignSides(kind: FeedKind, group: Group, sides: Sides): Sides {
  if (!isTree(sides.theirs) || !isTree(sides.mine)) return sides
  let { theirs, mine }: { theirs: Tree; mine: Tree } = { theirs: sides.theirs, mine: sides.mine }
  let base = isTree(sides.base) ? sides.base : undefined
  for (const member of group.members) {
    const { key, type } = member
    const inner: Sides = { base: base?.[key], theirs: theirs[key], mine: mine[key] }
    if (isEquivalent(inner.theirs, inner.mine) && (!base || isEquivalent(inner.base, inner.mine))) continue
    const isList = Array.isArray(inner.theirs) || Array.isArray(inner.mine)
    const next = isList
      ? alignLists(kind, member, inner, base !== undefined)
      : type.kind === 'group' && alignSides(kind, type, inner)
    if (!next) continue
    theirs = { ...theirs, [key]: next.theirs }
    mine = { ...mine, [key]: next.mine }
    if (base && next.base !== undefined) base = { ...base, [key]: next.base }
  }
  return { ...sides, theirs, mine, ...(base && { base }) }
}

function alignLists(
  kind: FeedKind,
  member: Member,
  { base, theirs, mine }: Sides,
  isKnown: boolean,
): Sides<unknown[]> | undefined {
  if (!Array.isArray(theirs) || !Array.isArray(mine) || theirs.length === 0 || mine.length === 0)
    return undefined
  // Keywords and bullet points of a Content+ feed are replaced as a list.
  if (kinds[kind].replacesTextLists && member.type.kind === 'leaf') return undefined
  const before = Array.isArray(base) ? base : []
  const lists: Record<Side, readonly unknown[]> = { base: before, theirs, mine }
  const slots = orderedSlots(slotsOf(kind, member, lists), lists)
  if (!slots) return undefined
  const rows = slots.map((slot): Sides => {
    const entry = (side: Side) => (slot[side] === undefined ? undefined : lists[side][slot[side]])
    const row = { base: entry('base'), theirs: entry('theirs'), mine: entry('mine') }
    return member.type.kind === 'group' ? alignSides(kind, member.type, row) : row
  })
  return {
    theirs: rows.map((row) => row.theirs),
    mine: rows.map((row) => row.mine),
    ...(isKnown && { base: rows.map((row) => row.base) }),
  }
}

/**
 * The entries of three lists, each once. Entries are matched against `base` first: it is the best evidence of
 * identity.
 */
function slotsOf(kind: FeedKind, member: Member, lists: Record<Side, readonly unknown[]>): Slot[] {
  const pairsOf = (one: readonly unknown[], other: readonly unknown[], isStrict = kinds[kind].addsToLists) =>
    // Most lists differ in one entry or none: a common prefix and suffix need no search.
    pairsBetweenEnds(one, other, (middle, otherMiddle) => {
      const isStrictHere =
        isStrict || (middle.length === 1 && otherMiddle.length === 1 && one.length + other.length > 2)
      return matchEntries(member.type, middle.map(plain), otherMiddle.map(plain)).pairs.filter(
        ([from, to]) => !isStrictHere || isOneEntry(member, middle[from], otherMiddle[to], isStrict),
      )
    })
  const slots: Slot[] = lists.base.map((_, index) => ({ base: index }))
  const rest = { mine: new Set(lists.mine.keys()), theirs: new Set(lists.theirs.keys()) }
  for (const side of ['mine', 'theirs'] as const)
    for (const [from, to] of pairsOf(lists.base, lists[side])) {
      const slot = slots[from]
      if (slot) slot[side] = to
      rest[side].delete(to)
    }
  const [left, mineLeft] = [[...rest.theirs], [...rest.mine]]
  const pairs = pairsOf(
    left.map((index) => lists.theirs[index]),
    mineLeft.map((index) => lists.mine[index]),
    // Entries that both sides added since the base match by content, not by position.
    kinds[kind].addsToLists || lists.base.length > 0,
  )
  for (const [from, to] of pairs) {
    const [there, here] = [left[from], mineLeft[to]]
    if (there === undefined || here === undefined) continue
    slots.push({ theirs: there, mine: here })
    rest.theirs.delete(there)
    rest.mine.delete(here)
  }
  return [
    ...slots,
    ...[...rest.theirs].map((theirs) => ({ theirs })),
    ...[...rest.mine].map((mine) => ({ mine })),
  ]
}

type Pairs = [from: number, to: number][]

function pairsBetweenEnds(
  one: readonly unknown[],
  other: readonly unknown[],
  pairsOf: (one: readonly unknown[], other: readonly unknown[]) => Pairs,
): Pairs {
  const minLength = Math.min(one.length, other.length)
  let start = 0
  while (start < minLength && isEquivalent(one[start], other[start])) start += 1
  let end = 0
  while (end < minLength - start && isEquivalent(one.at(-1 - end), other.at(-1 - end))) end += 1
  const between = (list: readonly unknown[]) => list.slice(start, list.length - end)
  const [middle, otherMiddle] = [between(one), between(other)]
  const inside = middle.length > 0 && otherMiddle.length > 0 ? pairsOf(middle, otherMiddle) : []
  return [
    ...Array.from({ length: start }, (_, index): [number, number] => [index, index]),
    ...inside.map(([from, to]): [number, number] => [from + start, to + start]),
    ...Array.from({ length: end }, (_, index): [number, number] => [
      one.length - end + index,
      other.length - end + index,
    ]),
  ]
}

/**
 * Whether two entries have the same language, view, retailer or URL, or the same content.
 * @param isStrict plain texts match only if they have the same content
 */
function isOneEntry({ type }: Member, one: unknown, other: unknown, isStrict: boolean): boolean {
  if (isEquivalent(one, other)) return true
  if (type.kind === 'leaf') return !isStrict
  if (!isTree(one) || !isTree(other)) return false
  const identifying = keyMembers(type).map(({ key }) => key)
  const keys = [...identifying, ...(isStrict ? ['url'] : [])].filter(
    (key) => !isNothing(one[key]) || !isNothing(other[key]),
  )
  // Entries without identifying members match by position.
  return keys.every((key) => isEquivalent(one[key], other[key]))
}

/** The entries in an order that agrees with every version; undefined when two versions differ in order. */
function orderedSlots(slots: readonly Slot[], lists: Record<Side, readonly unknown[]>): Slot[] | undefined {
  const bySide = (side: Side) => {
    const found: Slot[] = []
    for (const slot of slots) if (slot[side] !== undefined) found[slot[side]] = slot
    return found
  }
  const all = { mine: bySide('mine'), theirs: bySide('theirs'), base: bySide('base') }
  const next = { mine: 0, theirs: 0, base: 0 }
  const ordered: Slot[] = []
  while (ordered.length < slots.length) {
    const heads = names.flatMap((side) => all[side][next[side]] ?? [])
    const slot = heads.find((head) =>
      names.every((side) => head[side] === undefined || head[side] === next[side]),
    )
    if (!slot) return undefined
    ordered.push(slot)
    for (const side of names) if (slot[side] !== undefined) next[side] += 1
  }
  return names.every((side) => next[side] === lists[side].length) ? ordered : undefined
}

/** An aligned version as it is sent: without the `undefined` placeholders for missing entries. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(compact)
  if (!isTree(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, compact(member)]))
}
