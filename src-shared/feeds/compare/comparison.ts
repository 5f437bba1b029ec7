/**
 * Compares a draft item with the catalog field by field, in feed form, as a three-way comparison: `base`,
 * `theirs` and `mine` (see {@link Sides}). Without a known base, `theirs` and `mine` are compared directly.
 */

import { isNothing } from '../../vocabulary/correspondence/values.ts'
import type { Group, Member } from '../../vocabulary/kit/description.ts'
import { entryLabel, numbered, type PlaceLabel } from '../../vocabulary/place-label.ts'
import { type Keys, sliceAt, withSlice } from '../draft/slices.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { alignSides, compact, isEquivalent, type Sides } from './align-lists.ts'
import { changedFields, isWithin } from './field-changes.ts'

/**
 * - `conflict`: the catalog and the draft both changed the field since the base, to different values
 * - `outdated`: only the catalog changed it, and sending restores the old value
 * - `changed`, `added`, `removed`: the effect of sending
 */
export type FieldState = 'conflict' | 'outdated' | 'changed' | 'added' | 'removed'
export const fieldStates = ['conflict', 'outdated', 'changed', 'added', 'removed'] as const

export interface ComparedField {
  keys: Keys
  /** Path as in problems, relative to the item: `products/product[1]/brandId`. */
  path: string
  /** From outermost to innermost. */
  labels: PlaceLabel[]
  state: FieldState
  base: unknown
  theirs: unknown
  mine: unknown
}

/**
 * The fields that differ. Lists are aligned (see align-lists.ts): indexes in `keys` refer to the aligned lists,
 * while `path` uses the positions in `mine`.
 */
export const compareItem = (kind: FeedKind, sides: Sides<PayloadItem>): ComparedField[] =>
  compareAligned(kind, alignSides(kind, kinds[kind].payload.item, sides))

function compareAligned(kind: FeedKind, { base, theirs, mine }: Sides): ComparedField[] {
  const group = kinds[kind].payload.item
  const isKnown = base !== undefined
  const sides = [theirs, mine, ...(isKnown ? [base] : [])]
  const all = [
    ...(isKnown ? changedFields(group, base, theirs, isEquivalent) : []),
    ...changedFields(group, base ?? theirs, mine, isEquivalent),
  ].map(({ keys }) => upToMissing(meaningfulUnit(group, keys), sides))
  const isWider = (keys: Keys) => all.some((other) => other.length < keys.length && isWithin(keys, other))
  const places = new Map(all.filter((keys) => !isWider(keys)).map((keys) => [keys.join('/'), keys]))
  return [...places.values()].flatMap((keys) => {
    const [was, is, sent] = [base, theirs, mine].map((value) => sliceAt(value, keys))
    const state = stateOf(kind, keys, { isKnown, was, is, sent })
    if (state === undefined) return []
    return [
      {
        keys,
        ...namesOf(group, keys, mine, theirs),
        state,
        base: compact(was),
        theirs: compact(is),
        mine: compact(sent),
      },
    ]
  })
}

/** Shortens `keys` to the list entry when one version lacks that entry. */
function upToMissing(keys: Keys, sides: readonly unknown[]): Keys {
  const end = keys.findIndex(
    (key, index) =>
      typeof key === 'number' && sides.some((side) => sliceAt(side, keys.slice(0, index + 1)) === undefined),
  )
  return end === -1 ? keys : keys.slice(0, end + 1)
}

function stateOf(
  kind: FeedKind,
  keys: Keys,
  { isKnown, was, is, sent }: { isKnown: boolean; was: unknown; is: unknown; sent: unknown },
): FieldState | undefined {
  const { changes, ifPresent } = kinds[kind]
  if (changes && !changes.includes(String(keys[0]))) return undefined
  if (isEquivalent(is, sent)) return undefined
  const isSilent = isNothing(sent)
  // Only a feed that replaces the record removes fields it does not contain.
  if (isSilent && ifPresent !== 'replaced') return undefined
  if (isKnown && !isEquivalent(was, is)) return isEquivalent(was, sent) ? 'outdated' : 'conflict'
  return isSilent ? 'removed' : isNothing(is) ? 'added' : 'changed'
}

const isFlat = (group: Group): boolean => group.members.every(({ type }) => type.kind === 'leaf')

/** The smallest unit that is meaningful by itself: a measure with its unit, or a complete flat list entry. */
function meaningfulUnit(group: Group, keys: Keys): Keys {
  let around: Group = group
  for (const [index, key] of keys.entries()) {
    const type = around.members.find((one) => one.key === key)?.type
    const isEntry = typeof keys[index + 1] === 'number'
    if (type?.kind === 'group') {
      if (isFlat(type) && (isEntry || type.members.some(({ key: inner }) => inner === 'measure')))
        return keys.slice(0, index + (isEntry ? 2 : 1))
      around = type
    }
  }
  return keys
}

/** Labels of a field, and its path in `mine`. List entries are named or numbered if there are several. */
function namesOf(
  group: Group,
  keys: Keys,
  mine: unknown,
  theirs: unknown,
): Pick<ComparedField, 'path' | 'labels'> {
  const labels: PlaceLabel[] = []
  let path = ''
  let around: Group | undefined = group
  let member: Member | undefined
  for (const [index, key] of keys.entries()) {
    if (typeof key === 'number') {
      const [here, there] = [mine, theirs].map((value) => {
        const list = sliceAt(value, keys.slice(0, index))
        return Array.isArray(list) ? list : []
      })
      const isInMine = here?.[key] !== undefined
      const entries = (isInMine ? here : there) ?? []
      const number = entries.slice(0, key + 1).filter((entry) => entry !== undefined).length
      if (Math.max(here?.length ?? 0, there?.length ?? 0) > 1) labels.push(entryName(entries, key, number))
      // An entry that is not sent has no path of its own: the path ends at the list.
      if (isInMine) path += member?.entry === undefined ? `[${number}]` : `/${member.entry}[${number}]`
      continue
    }
    member = around?.members.find((one) => one.key === key)
    if (member?.place !== 'text') {
      labels.push(member?.label ?? 'Other content')
      path += `${path && '/'}${member?.place === 'attribute' ? '@' : ''}${key}`
    }
    around = member?.type.kind === 'group' ? member.type : undefined
  }
  return { path, labels }
}

/** Name of an entry: its view or language, with its number if that is not unique; else its number. */
function entryName(entries: readonly unknown[], at: number, number: number): PlaceLabel {
  const identity = identityOf(entries[at])
  if (identity === undefined) return String(number)
  const [key, text] = identity
  const isOnly = entries.filter((entry) => identityOf(entry)?.[1] === text).length === 1
  return isOnly ? entryLabel(key, text) : numbered(entryLabel(key, text), number)
}

/** The member that identifies an entry, and its text. */
function identityOf(entry: unknown): [key: string, text: string] | undefined {
  for (const key of ['view', 'lang']) {
    const text = sliceAt(entry, [key])
    if (typeof text === 'string' && text !== '') return [key, text]
  }
  return undefined
}

/** The fields a decision applies to; absent: all. */
interface FieldChoice {
  states?: readonly FieldState[] | undefined
  /** Fields as `keys.join('/')`. */
  fields?: readonly string[] | undefined
}

/**
 * An item after a decision. `theirs` copies the catalog's value into the draft; `mine` keeps the draft's. In
 * both cases the base becomes the catalog's current value, so the difference is not reported again.
 */
export function settleItem<V extends PayloadItem>(
  kind: FeedKind,
  sides: Sides<V>,
  take: 'theirs' | 'mine',
  { states, fields }: FieldChoice,
): { value: V; base?: V | undefined } {
  const aligned = alignSides(kind, kinds[kind].payload.item, sides)
  const chosen = compareAligned(kind, aligned).filter(
    (one) =>
      (states === undefined || states.includes(one.state)) &&
      (fields === undefined || fields.includes(one.keys.join('/'))),
  )
  const { base, mine } = sides
  if (chosen.length === 0) return { value: mine, ...(base !== undefined && { base }) }
  const taken = (into: unknown) =>
    compact(chosen.reduce((value, { keys }) => withSlice(value, keys, sliceAt(aligned.theirs, keys)), into))
  // Replacing a slice of an item gives an item again.
  return {
    value: take === 'theirs' ? (taken(aligned.mine) as V) : mine,
    ...(base !== undefined && { base: taken(aligned.base) as V }),
  }
}
