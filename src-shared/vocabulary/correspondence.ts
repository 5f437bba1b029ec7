/**
 * The kinds of rows that `record-and-feed.ts` is a table of, and the walks over them: each row knows one field of a
 * record, the field of a feed that is the same thing, and how the one becomes the other. Pure.
 */
import type { IngestItem, IngestMedium } from './ingest.ts'
import type { Medium } from './item.ts'

/** Names for identifiers; undefined when an identifier is not known. */
export interface RecordNames {
  manufacturer(id: string): string | undefined
  brand(id: string): string | undefined
  distributor(id: string): string | undefined
  /** Label and classification scheme of a category. */
  category?(id: string): { label: string; scheme: string } | undefined
  /** Identifier of the brand of that name, when there is one. */
  brandId?(name: string): string | undefined
}

/** What a record is made with, beside the feed. */
export interface ToRecord {
  /** The record's identifier. */
  id: string
  /** Now, as the record writes moments. */
  moment: string
  names: RecordNames
  /** The item that is being made a record of. */
  item: IngestItem
  /** The medium the record keeps for one that was sent, when it is a picture the catalog has. */
  keptMedium?: ((sent: IngestMedium) => Medium | undefined) | undefined
}

/** What a feed is made with, beside the record. */
export interface ToFeed {
  /** Identifiers of the distributors of a name: a record has names only, a feed takes identifiers only. */
  distributorIds(name: string): string[]
}

/** Something a record has and the record made of a feed has not. */
export interface Dropped {
  label: string
  /** Where a feed has it, below the item. */
  path: string
  /** What the record has, to be shown where it is short; `true` where it is not. */
  value: string | true
  /** The label is of many things. */
  many: boolean
}

/** A field of a record that a feed carries. */
export interface Carried {
  /** Its path in the record, without positions. */
  record: string
  /** Paths below it that no feed carries. */
  without: readonly string[]
  /** It is a name beside an identifier, and a feed carries the identifier alone. */
  byIdentifier: boolean
  /** An update carries it too. */
  byUpdate: boolean
  /** Only that it is there at all: what is in it has rows of its own. */
  isWhole: boolean
}
/** A field that a feed carries, with what is usual of the rest. */
export const carriedField = (record: string, more: Partial<Carried> = {}): Carried => ({
  record,
  without: [],
  byIdentifier: false,
  byUpdate: false,
  isWhole: false,
  ...more,
})

/** What an earlier feed said of an item that a refresh is begun from, and what is known of it since. */
export interface Memory {
  /** Whether the record has changed in this field (a path without positions) since the feed was sent. */
  isTouched(field: string): boolean
  /** The record says something else than the feed did: what it does not show may be out of date. */
  isContradicted: boolean
  /** What a draft takes from the feed, as the record does not show it. */
  taken: Remembered[]
  /** What the feed had and the record does not show, and a draft does not take. */
  left: Remembered[]
}
export interface Remembered {
  /** Where a feed has it, below the item. */
  path: string
  label: string
}

/** The place of rows: before the path of a field in the record, and in the feed. */
export interface At {
  record: string
  feed: string
}
export const atItem: At = { record: '', feed: '' }

/** What one side of the table has the fields of, while it is walked: a row moves values between the two. */
export interface Row<R, F> {
  /** Puts into a record what the feed says. */
  toRecord(feed: F, record: R, context: ToRecord): void
  /** Puts into a feed what the record says and a feed can carry. */
  toFeed(record: R, feed: F, context: ToFeed): void
  /**
   * Puts into a feed made of a record what an earlier feed said in this field: its very words where the record says the
   * same, and what it said where the record is silent and nothing newer is known.
   * @param now the record @param then the record the earlier feed makes
   */
  remember(now: R, then: R, sent: F, feed: F, memory: Memory, at: At): void
  /** Whether the record says something else than the one the earlier feed makes. */
  contradicts(now: R, then: R): boolean
  /** What `present` has and `next` has not. */
  dropped(present: R, next: R, at: At): Dropped[]
  carried(at: At): Carried[]
}

type Holding<K extends string, V> = { [key in K]?: V | undefined }

export const filled = (text: string | undefined): string | undefined => text?.trim() || undefined

/** Whether a value says nothing: an empty element is as good as none. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

/** As two values are compared: members in one order, without those that say nothing. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => !isNothing(member))
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]),
  )
}
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other))

/** A path below another. */
export const under = (around: string, name: string): string => (around === '' ? name : `${around}/${name}`)

/** How one field of a record and one of a feed correspond. `V` is the record's value, `W` the feed's. */
interface FieldSpec<RK extends string, FK extends string, V, W> {
  record: RK
  feed: FK
  label: string
  /** Its path in the record, in the feed, where they are not the keys. */
  paths?: Partial<At>
  many?: boolean
  toRecord(value: W, context: ToRecord): V | undefined
  toFeed(value: V, context: ToFeed): W | undefined
  /** What to show of it, where it is short. */
  show?(value: V): string | undefined
  /** The parts of it that are missing, in words, where it has parts. */
  missing?(present: V, next: V | undefined): string | undefined
  isSame?(now: V, then: V): boolean
  /** An update, or the service itself, changes it too: another value is no sign of another refresh. */
  isLoose?: boolean
  carried?: Partial<Omit<Carried, 'record'>> | false
}

/** A row of one field. */
export function fieldRow<RK extends string, FK extends string, V, W>(
  spec: FieldSpec<RK, FK, V, W>,
): Row<Holding<RK, V>, Holding<FK, W>> {
  const { record: recordKey, feed: feedKey, label, many = false } = spec
  const paths = { record: recordKey as string, feed: feedKey as string, ...spec.paths }
  const same = spec.isSame ?? isSame
  return {
    toRecord(feed, record, context) {
      const value = feed[feedKey]
      const made = value === undefined ? undefined : spec.toRecord(value, context)
      if (made !== undefined) record[recordKey] = made
    },
    toFeed(record, feed, context) {
      const value = record[recordKey]
      const made = value === undefined || isNothing(value) ? undefined : spec.toFeed(value, context)
      if (made !== undefined) feed[feedKey] = made
    },
    remember(now, then, sent, feed, memory, at) {
      const said = sent[feedKey]
      if (isNothing(said)) return
      const present = now[recordKey]
      const before = then[recordKey]
      if (present !== undefined && !isNothing(present)) {
        if (before !== undefined && same(present, before)) feed[feedKey] = said
        return
      }
      const remembered = { path: under(at.feed, paths.feed), label }
      if (memory.isContradicted || memory.isTouched(under(at.record, paths.record)))
        memory.left.push(remembered)
      else {
        feed[feedKey] = said
        memory.taken.push(remembered)
      }
    },
    contradicts(now, then) {
      const present = now[recordKey]
      const before = then[recordKey]
      if (spec.isLoose || present === undefined || before === undefined) return false
      return !isNothing(present) && !isNothing(before) && !same(present, before)
    },
    dropped(present, next, at) {
      const value = present[recordKey]
      if (value === undefined || isNothing(value)) return []
      const left = next[recordKey]
      const path = under(at.feed, paths.feed)
      if (!isNothing(left)) {
        const missing = spec.missing?.(value, left)
        return missing === undefined ? [] : [{ label, path, value: missing, many: true }]
      }
      return [{ label, path, value: spec.show?.(value) ?? true, many }]
    },
    carried(at) {
      if (spec.carried === false) return []
      return [carriedField(under(at.record, paths.record), spec.carried)]
    },
  }
}

/** A field of one name and meaning on both sides. */
export const sameRow = <K extends string, V>(
  key: K,
  label: string,
  more: Partial<FieldSpec<K, K, V, V>> = {},
): Row<Holding<K, V>, Holding<K, V>> =>
  fieldRow<K, K, V, V>({
    record: key,
    feed: key,
    label,
    toRecord: (value) => value,
    toFeed: (value) => value,
    ...more,
  })

/** A text under two names. */
export const textRow = <RK extends string, FK extends string>(
  record: RK,
  feed: FK,
  label: string,
  more: Partial<FieldSpec<RK, FK, string, string>> = {},
): Row<Holding<RK, string>, Holding<FK, string>> =>
  fieldRow<RK, FK, string, string>({
    record,
    feed,
    label,
    toRecord: (value) => value,
    toFeed: (value) => value,
    ...more,
  })

/** A field of the record that no feed has a place for: a refresh removes it, whatever it says. */
export const recordOnly = <RK extends string, V>(
  record: RK,
  label: string,
  more: { many?: boolean; path?: string; show?(value: V): string | undefined } = {},
): Row<Holding<RK, V>, object> => ({
  toRecord() {},
  toFeed() {},
  remember() {},
  contradicts: () => false,
  dropped(present, next, at) {
    const value = present[record]
    if (value === undefined || isNothing(value) || !isNothing(next[record])) return []
    const path = more.path === undefined ? at.feed : under(at.feed, more.path)
    return [{ label, path, value: more.show?.(value) ?? true, many: more.many ?? false }]
  },
  carried: () => [],
})

/** All rows of a group, one after the other. */
export const rowsOf = <R, F>(rows: readonly Row<R, F>[]): Row<R, F> => ({
  toRecord(feed, record, context) {
    for (const row of rows) row.toRecord(feed, record, context)
  },
  toFeed(record, feed, context) {
    for (const row of rows) row.toFeed(record, feed, context)
  },
  remember(now, then, sent, feed, memory, at) {
    for (const row of rows) row.remember(now, then, sent, feed, memory, at)
  },
  contradicts: (now, then) => rows.some((row) => row.contradicts(now, then)),
  dropped: (present, next, at) => rows.flatMap((row) => row.dropped(present, next, at)),
  carried: (at) => rows.flatMap((row) => row.carried(at)),
})

/** A group of one name on both sides, with rows of its own. All members of both are optional. */
export function groupRow<K extends string, R extends object, F extends object>(
  key: K,
  rows: readonly Row<R, F>[],
  empty: { record: () => R; feed: () => F },
): Row<Holding<K, R>, Holding<K, F>> {
  const all = rowsOf(rows)
  const below = (at: At): At => ({ record: under(at.record, key), feed: under(at.feed, key) })
  return {
    toRecord(feed, record, context) {
      const value = feed[key]
      if (value === undefined) return
      const made = empty.record()
      all.toRecord(value, made, context)
      record[key] = made
    },
    toFeed(record, feed, context) {
      const value = record[key]
      if (value === undefined) return
      const made = empty.feed()
      all.toFeed(value, made, context)
      if (!isNothing(made)) feed[key] = made
    },
    remember(now, then, sent, feed, memory, at) {
      const said = sent[key]
      if (said === undefined) return
      const made = feed[key] ?? empty.feed()
      all.remember(now[key] ?? empty.record(), then[key] ?? empty.record(), said, made, memory, below(at))
      if (!isNothing(made)) feed[key] = made
    },
    contradicts: (now, then) => all.contradicts(now[key] ?? empty.record(), then[key] ?? empty.record()),
    dropped: (present, next, at) =>
      all.dropped(present[key] ?? empty.record(), next[key] ?? empty.record(), below(at)),
    carried: (at) => [carriedField(below(at).record, { isWhole: true }), ...all.carried(below(at))],
  }
}
