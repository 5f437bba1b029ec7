/**
 * An item of a draft beside the catalog, field by field, in the form of a feed: what the catalog had when the item was
 * begun (`base`), what it has now (`theirs`), and what will be sent (`mine`). Where nobody knows what it had, the two
 * others are compared.
 */
import { fingerprint } from '../history/match-entries.ts'
import { contentPlusFeedItem } from '../vocabulary/content-plus.ts'
import { isNothing, plain } from '../vocabulary/correspondence/values.ts'
import { ingestItem } from '../vocabulary/ingest.ts'
import type { Group, Member } from '../vocabulary/kit/description.ts'
import { changedFields, isWithin } from './field-changes.ts'
import type { DraftItemValue, FeedKind } from './model.ts'
import { type Keys, sliceAt, withSlice } from './slices.ts'

/**
 * How a field stands. `conflict`: the catalog and the draft both changed it since, to something else each. `outdated`:
 * only the catalog changed it, and sending puts back what was before. `changed`, `added`, `removed`: what sending does.
 */
export type FieldState = 'conflict' | 'outdated' | 'changed' | 'added' | 'removed'
export const fieldStates = ['conflict', 'outdated', 'changed', 'added', 'removed'] as const

export interface ComparedField {
  keys: Keys
  /** As problems name it, below the item: `products/product[1]/brandId`. */
  path: string
  /** From the outermost to the innermost. */
  labels: string[]
  state: FieldState
  base: unknown
  theirs: unknown
  mine: unknown
}

export const groupOf = (kind: FeedKind): Group => (kind === 'contentplus' ? contentPlusFeedItem : ingestItem)

/** What an update changes; the service reads nothing else of it but the codes. */
const ofUpdate: ReadonlySet<string | number | undefined> = new Set([
  'ecommerceDescription',
  'contentPlus',
  'manufacturerContent',
])

/** Whether two values say the same to a service: white space around texts, empty elements and signatures aside. */
const saysSame = (one: unknown, other: unknown): boolean =>
  (isNothing(one) && isNothing(other)) || fingerprint(plain(one)) === fingerprint(plain(other))

/** @param base absent where nobody knows what the catalog had */
export function compareItem(
  kind: FeedKind,
  { base, theirs, mine }: { base?: DraftItemValue | undefined; theirs: DraftItemValue; mine: DraftItemValue },
): ComparedField[] {
  const group = groupOf(kind)
  const all = [
    ...(base ? changedFields(group, base, theirs, saysSame) : []),
    ...changedFields(group, base ?? theirs, mine, saysSame),
  ].map(({ keys }) => wholeOf(group, keys))
  const isWider = (keys: Keys) => all.some((other) => other.length < keys.length && isWithin(keys, other))
  const places = new Map(all.filter((keys) => !isWider(keys)).map((keys) => [keys.join('/'), keys]))
  return [...places.values()].flatMap((keys) => {
    const [was, is, sent] = [base, theirs, mine].map((value) => sliceAt(value, keys))
    const state = stateOf(kind, keys, { isKnown: base !== undefined, was, is, sent })
    if (state === undefined) return []
    return [{ keys, ...namesOf(group, keys, mine, theirs), state, base: was, theirs: is, mine: sent }]
  })
}

function stateOf(
  kind: FeedKind,
  keys: Keys,
  { isKnown, was, is, sent }: { isKnown: boolean; was: unknown; is: unknown; sent: unknown },
): FieldState | undefined {
  if (kind === 'update' && !ofUpdate.has(keys[0])) return undefined
  if (saysSame(is, sent)) return undefined
  const isSilent = isNothing(sent)
  // Only a refresh takes away what it does not say.
  if (isSilent && kind !== 'refresh') return undefined
  if (isKnown && !saysSame(was, is)) return saysSame(was, sent) ? 'outdated' : 'conflict'
  return isSilent ? 'removed' : isNothing(is) ? 'added' : 'changed'
}

const isFlat = (group: Group): boolean => group.members.every(({ type }) => type.kind === 'leaf')

/** The smallest part that says something by itself: a measure with its unit, an entry of a list with all it has. */
function wholeOf(group: Group, keys: Keys): Keys {
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

/** What a place is called, and its path. Entries are numbered where there are several. */
function namesOf(
  group: Group,
  keys: Keys,
  ...values: DraftItemValue[]
): Pick<ComparedField, 'path' | 'labels'> {
  const labels: string[] = []
  let path = ''
  let around: Group | undefined = group
  let member: Member | undefined
  for (const [index, key] of keys.entries()) {
    if (typeof key === 'number') {
      const most = Math.max(
        ...values.map((value) => {
          const list = sliceAt(value, keys.slice(0, index))
          return Array.isArray(list) ? list.length : 0
        }),
      )
      if (most > 1) labels.push(String(key + 1))
      path += member?.entry === undefined ? `[${key + 1}]` : `/${member.entry}[${key + 1}]`
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

/** Which fields of a comparison a decision is about; absent: all. */
interface FieldChoice {
  states?: readonly FieldState[] | undefined
  /** Places, as `keys.join('/')`. */
  fields?: readonly string[] | undefined
}

/**
 * An item after a decision. Taking theirs puts the catalog's value into the draft; keeping mine leaves it. Either way
 * the draft goes on from what the catalog has now, so that the question is not asked again.
 */
export function settleItem<V extends DraftItemValue>(
  state: { value: V; base?: V | undefined },
  compared: readonly ComparedField[],
  take: 'theirs' | 'mine',
  { states, fields }: FieldChoice,
): { value: V; base?: V | undefined } {
  const chosen = compared.filter(
    (one) =>
      (states === undefined || states.includes(one.state)) &&
      (fields === undefined || fields.includes(one.keys.join('/'))),
  )
  let { value, base }: { value: unknown; base?: unknown } = state
  for (const { keys, theirs } of chosen) {
    if (take === 'theirs') value = withSlice(value, keys, theirs)
    if (base !== undefined) base = withSlice(base, keys, theirs)
  }
  // A slice of an item that was put into an item leaves an item.
  return { value: value as V, ...(base !== undefined && { base: base as V }) }
}
