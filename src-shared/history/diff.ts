/**
 * The differences between two versions of a record, field by field, based on the vocabulary's description.
 * This folder works on values only; src-main/history stores the versions.
 *
 * - `diff.ts`: the differences; `match-entries.ts`: matching entries of two lists
 * - `transient.ts`: parts that are ignored in comparisons
 * - `restore.ts`: a record with some of its earlier values, and which values can be restored
 * - `word-diff.ts`: differences between two texts, by word
 */
import type { Group, Member } from '../vocabulary/kit/description.ts'
import type { AnyValue, Unknown } from '../vocabulary/kit/value.ts'
import { entryLabel, type PlaceLabel } from '../vocabulary/place-label.ts'
import { keyMembers, matchEntries } from './match-entries.ts'
import { entryPlace, fieldOf, memberPlace, type RecordPlace, root } from './place.ts'
import { isSameText, isSameXml } from './transient.ts'

/**
 * `added`: only the later record has the member; `removed`: only the earlier one. `moved`: the entries of a
 * list have a different order. `changed`: a text differs.
 */
type DifferenceKind = 'added' | 'removed' | 'changed' | 'moved'

export interface Difference {
  kind: DifferenceKind
  /** The path without positions: `products/product/grocery/ingredients`. */
  field: string
  /**
   * The position in each record. For an entry that only one record has, the other position is that of the
   * list.
   */
  earlierAt: RecordPlace
  laterAt: RecordPlace
  /**
   * Labels from the outermost to the innermost element, with the key values of entries: Media, Front,
   * Description.
   */
  labels: readonly PlaceLabel[]
  /** The description of the member; absent for an unknown part. */
  member?: Member
  /**
   * The value in each record: a text, an added or removed entry or group, or the complete list for `moved`.
   */
  earlier: unknown
  later: unknown
}

/** The key of a difference, unique among those of two records. */
export const differenceKey = ({ kind, earlierAt, laterAt }: Difference): string =>
  `${kind} ${kind === 'added' ? laterAt.path : earlierAt.path}`

/** The current position in both records during a comparison. */
interface Spot {
  earlier: RecordPlace
  later: RecordPlace
  labels: readonly PlaceLabel[]
}

/**
 * All differences, in the order of the description. Empty only if the records are equal except for
 * transient parts.
 */
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

/** The labels of an entry: up to two key values, or else its number. */
function entryLabels({ type }: Member, entry: unknown, index: number): PlaceLabel[] {
  const labels =
    type.kind === 'leaf'
      ? []
      : keyMembers(type).flatMap(({ key }) => {
          const text = (entry as AnyValue)[key]
          return typeof text === 'string' && text !== '' ? [entryLabel(key, text)] : []
        })
  return labels.length > 0 ? labels.slice(0, 2) : [String(index + 1)]
}

const difference = (
  kind: DifferenceKind,
  { earlier: earlierAt, later: laterAt, labels }: Spot,
  member: Member,
  earlier: unknown,
  later: unknown,
): Difference => ({ kind, field: fieldOf(laterAt.path), earlierAt, laterAt, labels, member, earlier, later })

/** Compares unknown parts. Parts with the same kind, name and parent are compared in order. */
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
  /** Index in the list of unknown parts. */
  index: number
  /** Number of earlier parts with the same kind, name and parent. */
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
