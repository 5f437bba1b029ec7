/**
 * A row of the table `record-and-feed.ts` pairs a field of a record with the field of a feed that means the same, and has
 * a function for every walk over the table. This file has the type of a row, and the types that the walks pass to it.
 */
import type { IngestItem, IngestMedium } from '../elements/ingest.ts'
import type { Medium } from '../elements/item.ts'

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

/** What the walk from a feed to a record needs besides the feed. */
export interface ToRecord {
  /** The record's identifier. */
  id: string
  /** The present time, as a record writes it. */
  moment: string
  names: RecordNames
  /** The feed's item that becomes a record. */
  item: IngestItem
  /** The stored medium for a sent one, when the catalog already has the picture. */
  keptMedium?: ((sent: IngestMedium) => Medium | undefined) | undefined
}

/** What the walk from a record to a feed needs besides the record. */
export interface ToFeed {
  /** Identifiers of the distributors of a name: a record has names only, a feed takes identifiers only. */
  distributorIds(name: string): string[]
}

/** A value that a record has, and that the record made of a feed lacks. */
export interface Dropped {
  label: string
  /** The path in a feed, below the item. */
  path: string
  /** The value in words when it is short, else `true`. */
  value: string | true
  /** Whether the label is a plural. */
  many: boolean
}

/** A field of a record that a feed carries. */
export interface Carried {
  /** The path in the record, without positions. */
  record: string
  /** The path in a feed, below the item. */
  feed: string
  /** Paths below the field that no feed carries. */
  without: readonly string[]
  /** Whether the field is a name with an identifier, of which a feed carries only the identifier. */
  byIdentifier: boolean
  /** Whether an update carries the field too. */
  byUpdate: boolean
  /** Whether only the presence of the element counts: its content has rows of its own. */
  isWhole: boolean
}
/** A field that a feed carries, with the usual values of the other members. */
export const carriedField = ({ record, feed }: At, more: Partial<Carried> = {}): Carried => ({
  record,
  feed,
  without: [],
  byIdentifier: false,
  byUpdate: false,
  isWhole: false,
  ...more,
})

/** What a refresh draft knows of the earlier feed of its item. */
export interface Memory {
  /** Whether this field of the record (a path without positions) has changed since the feed was sent. */
  isTouched(field: string): boolean
  /** Whether the record contradicts the feed: values that the record does not show may then be out of date. */
  isContradicted: boolean
  /** Values that the draft takes from the feed, because the record does not show them. */
  taken: RememberedField[]
  /** Values of the feed that the record does not show and that the draft does not take. */
  left: RememberedField[]
}
export interface RememberedField {
  /** The path in a feed, below the item. */
  path: string
  label: string
}

/** What is known of an imported file besides its values. */
export interface ImportedFile {
  /** Whether the file gives the kind of item; else the kind is the default. */
  saysKind: boolean
}

/** A column of a table of items. The export writes it, and the import finds it by its heading. */
export interface Column<R> {
  heading: string
  /** The path in the record, without positions. */
  record: string
  /** The path in a feed, without positions; absent for a column that the import ignores. */
  feed?: string
  cell(record: R): string | undefined
}

/** The paths of the element around a row, in the record and in the feed. */
export interface At {
  record: string
  feed: string
}
export const atItem: At = { record: '', feed: '' }

/** A row for a part `R` of a record and a part `F` of a feed. */
export interface Row<R, F> {
  /** Sets the record's field from the feed. */
  toRecord(feed: F, record: R, context: ToRecord): void
  /** Sets the feed's field from the record, as far as a feed can carry the value. */
  toFeed(record: R, feed: F, context: ToFeed): void
  /**
   * Sets the field of a feed made of a record from an earlier feed: the exact value of that feed when the record means the
   * same, and also when the record does not show the field and nothing newer is known.
   * @param now the record @param then the record the earlier feed makes
   */
  remember(now: R, then: R, sent: F, feed: F, memory: Memory, at: At): void
  /** Whether the record differs from the record that the earlier feed makes. */
  contradicts(now: R, then: R): boolean
  /** The values that `present` has and `next` lacks. */
  dropped(present: R, next: R, at: At): Dropped[]
  carried(at: At): Carried[]
  /** Sets the field of `merged`, which starts as the stored record, from an imported file; fields that the file lacks stay. */
  merge(stored: R, said: R, merged: R, file: ImportedFile): void
  /** The columns of the field in a table of items. */
  columns(at: At): Column<R>[]
}

/** A path below another. */
export const under = (around: string, name: string): string => (around === '' ? name : `${around}/${name}`)
/** The paths of an element below another one. */
export const below = (around: At, record: string, feed: string): At => ({
  record: under(around.record, record),
  feed: under(around.feed, feed),
})
