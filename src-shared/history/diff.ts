/**
 * The differences between two versions of a record, field by field, by the vocabulary's description. This folder works
 * on values only; src-main/history stores the versions.
 *
 * - `diff.ts`: the differences; `match-entries.ts`: which entries of two lists belong together
 * - `transient.ts`: what does not count as a difference
 * - `restore.ts`: a record with some of its earlier values, and which can be put back
 * - `word-diff.ts`: the words of two texts
 */
import type { Group, Member } from '../vocabulary/kit/description.ts'
import type { AnyValue, Unknown } from '../vocabulary/kit/value.ts'
import { type PlaceLabel, tellingLabel } from '../vocabulary/place-label.ts'
import { matchEntries, tellingMembers } from './match-entries.ts'
import { entryPlace, fieldOf, memberPlace, type RecordPlace, root } from './place.ts'
import { isSameText, isSameXml } from './transient.ts'

/**
 * `added`: only the later record has the member; `removed`: only the earlier one. `moved`: the entries of a list have
 * another order. `changed`: a text is different.
 */
type DifferenceKind = 'added' | 'removed' | 'changed' | 'moved'

export interface Difference {
  kind: DifferenceKind
  /** The path without positions: `products/product/grocery/ingredients`. */
  field: string
  /** The place in each record. For an entry that only one record has, the other place is that of the list. */
  earlierAt: RecordPlace
  laterAt: RecordPlace
  /** Labels of the vocabulary from the outermost to the innermost, and what entries are told by: Media, Front, Description. */
  labels: readonly PlaceLabel[]
  /** The description of the member; absent for an unknown part. */
  member?: Member
  /** The value in each record: a text, an added or removed entry or group, or for `moved` the whole list. */
  earlier: unknown
  later: unknown
}

/** The key of a difference, unique among those of two records. */
export const differenceKey = ({ kind, earlierAt, laterAt }: Difference): string =>
  `${kind} ${kind === 'added' ? laterAt.path : earlierAt.path}`

/** The present place in both records while they are compared. */
interface Spot {
  earlier: RecordPlace
  later: RecordPlace
  labels: readonly PlaceLabel[]
}

/** All differences, in the order of the description. Empty exactly when the records are equal except for transient parts. */
export function diff(group: Group, earlier: object, later: object): Difference[] {
  const found: Difference[] = []
  diffGroup(group, earlier as AnyValue, later as AnyValue, { earlier: root, later: root, labels: [] }, found)
  return found
}

function diffGroup(group: Group, earlier: AnyValue, later: AnyValue, at: Spot, found: Difference[]): void {
  for (const member of group.members) {
    const before = earlier[member.key]
    const after = later[member.key]
    if (before === undefined && after === undefined) continue
    const spot: Spot = {
      earlier: memberPlace(at.earlier, member),
      later: memberPlace(at.later, member),
      labels: member.place === 'text' && at.labels.length > 0 ? at.labels : [...at.labels, member.label],
    }
    if (before === undefined || after === undefined) {
      found.push(difference(before === undefined ? 'added' : 'removed', spot, member, before, after))
    } else if (Array.isArray(before) && Array.isArray(after)) {
      diffList(member, before, after, spot, found)
    } else {
      diffOne(member, before, after, spot, found)
    }
  }
  diffUnknown(earlier.unknown ?? [], later.unknown ?? [], at, found)
}

function diffOne(member: Member, before: unknown, after: unknown, at: Spot, found: Difference[]): void {
  if (member.type.kind === 'group') diffGroup(member.type, before as AnyValue, after as AnyValue, at, found)
  else if (!isSameText(String(before), String(after)))
    found.push(difference('changed', at, member, before, after))
}

function diffList(
  member: Member,
  before: readonly unknown[],
  after: readonly unknown[],
  at: Spot,
  found: Difference[],
): void {
  const { pairs, removed, added } = matchEntries(member.type, before, after)
  const isLong = Math.max(before.length, after.length) > 1
  const labels = (entry: unknown, index: number) =>
    isLong ? [...at.labels, ...entryLabels(member, entry, index)] : at.labels
  for (const [from, to] of pairs) {
    const spot = {
      earlier: entryPlace(at.earlier, member, from),
      later: entryPlace(at.later, member, to),
      labels: labels(after[to], to),
    }
    diffOne(member, before[from], after[to], spot, found)
  }
  for (const from of removed) {
    const earlier = entryPlace(at.earlier, member, from)
    const spot = { ...at, earlier, labels: labels(before[from], from) }
    found.push({
      ...difference('removed', spot, member, before[from], undefined),
      field: fieldOf(earlier.path),
    })
  }
  for (const to of added) {
    const later = entryPlace(at.later, member, to)
    const spot = { ...at, later, labels: labels(after[to], to) }
    found.push({ ...difference('added', spot, member, undefined, after[to]), field: fieldOf(later.path) })
  }
  if (pairs.some(([, to], index) => to < (pairs[index - 1]?.[1] ?? -1)))
    found.push(difference('moved', at, member, before, after))
}

/** What an entry is told by, or its number when nothing tells it. */
function entryLabels({ type }: Member, entry: unknown, index: number): PlaceLabel[] {
  const told =
    type.kind === 'leaf'
      ? []
      : tellingMembers(type).flatMap(({ key }) => {
          const text = (entry as AnyValue)[key]
          return typeof text === 'string' && text !== '' ? [tellingLabel(key, text)] : []
        })
  return told.length > 0 ? told.slice(0, 2) : [String(index + 1)]
}

const difference = (
  kind: DifferenceKind,
  { earlier: earlierAt, later: laterAt, labels }: Spot,
  member: Member,
  earlier: unknown,
  later: unknown,
): Difference => ({ kind, field: fieldOf(laterAt.path), earlierAt, laterAt, labels, member, earlier, later })

/** Compares unknown parts. Parts of one kind, name and place are compared in their order. */
function diffUnknown(
  earlier: readonly Unknown[],
  later: readonly Unknown[],
  at: Spot,
  found: Difference[],
): void {
  if (earlier.length === 0 && later.length === 0) return
  const before = numbered(earlier)
  const after = numbered(later)
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const one = before.get(key)
    const other = after.get(key)
    const known = other ?? one
    if (!known || (one && other && isSameXml(one.unknown.content, other.unknown.content))) continue
    if (one && other && isSameText(one.unknown.content, other.unknown.content)) continue
    const earlierAt = unknownPlace(at.earlier, one ?? known, one?.index)
    const laterAt = unknownPlace(at.later, known, other?.index)
    found.push({
      kind: one && other ? 'changed' : one ? 'removed' : 'added',
      field: fieldOf(laterAt.path),
      earlierAt,
      laterAt,
      labels: [...at.labels, known.unknown.name || known.unknown.kind],
      earlier: one?.unknown.content,
      later: other?.unknown.content,
    })
  }
}

interface Numbered {
  unknown: Unknown
  /** Its index in the list of unknown parts. */
  index: number
  /** How many of the same kind, name and place stand before it. */
  count: number
}

function numbered(all: readonly Unknown[]): Map<string, Numbered> {
  const counts = new Map<string, number>()
  const byKey = new Map<string, Numbered>()
  all.forEach((unknown, index) => {
    const { kind, namespace = '', name, within = '' } = unknown
    const key = JSON.stringify([kind, namespace, name, within])
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    byKey.set(`${key}${count}`, { unknown, index, count })
  })
  return byKey
}

function unknownPlace(
  around: RecordPlace,
  { unknown, count }: Numbered,
  index: number | undefined,
): RecordPlace {
  const names = { element: unknown.name, attribute: `@${unknown.name}`, text: 'text()', comment: 'comment()' }
  const name = `${names[unknown.kind]}${count > 0 ? `[${count + 1}]` : ''}`
  const path = [around.path, unknown.within, name].filter(Boolean).join('/')
  return { steps: [...around.steps, 'unknown', ...(index === undefined ? [] : [index])], path }
}
