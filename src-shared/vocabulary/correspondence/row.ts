/**
 * What a row of the table `record-and-feed.ts` is: it knows one field of a record, the field of a feed that is the same
 * thing, and takes part in every walk over the table. Here are the row's promises, and what the walks bring along.
 */
import type { IngestItem, IngestMedium } from '../ingest.ts'
import type { Medium } from '../item.ts'

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
  taken: RememberedField[]
  /** What the feed had and the record does not show, and a draft does not take. */
  left: RememberedField[]
}
export interface RememberedField {
  /** Where a feed has it, below the item. */
  path: string
  label: string
}

/** What an imported file says beside the values of its fields. */
export interface ImportedFile {
  /** The file says what kind of item it is; else the kind is only what items are of themselves. */
  saysKind: boolean
}

/** A column of a table of items, where one row is one item: exported, and known by its heading when it is imported. */
export interface Column<R> {
  heading: string
  /** Where the record has it, without positions. */
  record: string
  /** Where a feed has it, without positions; absent where the column is only to be read. */
  feed?: string
  cell(record: R): string | undefined
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
  /** Puts into `merged`, which begins as what is stored, what an imported file says; what it is silent about stays. */
  merge(stored: R, said: R, merged: R, file: ImportedFile): void
  /** The columns it has in a table of items. */
  columns(at: At): Column<R>[]
}

/** A path below another. */
export const under = (around: string, name: string): string => (around === '' ? name : `${around}/${name}`)
