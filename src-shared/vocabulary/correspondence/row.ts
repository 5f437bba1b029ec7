/**
 * A row of the table `record-and-feed.ts` maps a field of a record to the equivalent field of a feed, and
 * implements each operation on the table. This file has the type of a row and the types of its parameters.
 */
import type { IngestItem, IngestMedium } from '../elements/ingest.ts'
import type { Medium } from '../elements/item.ts'

/** Returns names for identifiers; undefined for unknown identifiers. */
export interface RecordNames {
  manufacturer(id: string): string | undefined
  brand(id: string): string | undefined
  distributor(id: string): string | undefined
  /** Label and classification scheme of a category. */
  category?(id: string): { label: string; scheme: string } | undefined
  /** Identifier of the brand with this name, if there is one. */
  brandId?(name: string): string | undefined
}

/** Context for converting a feed to a record. */
export interface ToRecord {
  /** The record's identifier. */
  id: string
  /** The current time, in the form of a record. */
  moment: string
  names: RecordNames
  /** The feed's item that is converted. */
  item: IngestItem
  /** The stored medium for a sent one, if the catalog already has the picture. */
  keptMedium?: ((sent: IngestMedium) => Medium | undefined) | undefined
}

/** Context for converting a record to a feed. */
export interface ToFeed {
  /** Identifiers of the distributors with this name: a record has only names, a feed only identifiers. */
  distributorIds(name: string): string[]
}

/** A value of a record that would be missing in the record that a feed makes. */
export interface Dropped {
  label: string
  /** The path in a feed, below the item. */
  path: string
  /** The value as text if it is short, else `true`. */
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
  /** Whether only the presence of the element counts, because its content has separate rows. */
  isWhole: boolean
}
/** A field that a feed carries, with defaults for the other members. */
export const carriedField = ({ record, feed }: At, more: Partial<Carried> = {}): Carried => ({
  record,
  feed,
  without: [],
  byIdentifier: false,
  byUpdate: false,
  isWhole: false,
  ...more,
})

/** The state of a refresh draft relative to the earlier feed of its item. */
export interface Memory {
  /** Whether this field of the record (a path without positions) has changed since the feed was sent. */
  isTouched(field: string): boolean
  /** Whether the record contradicts the feed, so that values the record does not show may be stale. */
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

/** Facts about an imported file besides its values. */
export interface ImportedFile {
  /** Whether the file gives the kind of item; otherwise the default applies. */
  hasKind: boolean
}

/** A column of an item table. The export writes it, and the import recognizes it by its heading. */
export interface Column<R> {
  heading: string
  /** The path in the record, without positions. */
  record: string
  /** The path in a feed, without positions; absent for a column that the import ignores. */
  feed?: string
  cell(record: R): string | undefined
}

/** The paths of the element around a row, in record and feed. */
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
   * Sets the field of a feed made from a record to the exact value of an earlier feed, if the record has
   * the same meaning, or if the record does not show the field and nothing newer is known.
   * @param now the record @param then the record that the earlier feed makes
   */
  remember(now: R, then: R, sent: F, feed: F, memory: Memory, at: At): void
  /** Whether the record differs from the record that the earlier feed makes. */
  contradicts(now: R, then: R): boolean
  /** The values of `present` that are missing in `next`. */
  dropped(present: R, next: R, at: At): Dropped[]
  carried(at: At): Carried[]
  /**
   * Sets the field of `merged`, which starts as the stored record, from an imported file. Fields that the
   * file lacks are unchanged.
   */
  merge(stored: R, imported: R, merged: R, file: ImportedFile): void
  /** The columns of the field in an item table. */
  columns(at: At): Column<R>[]
}

/** A path below another. */
export const under = (around: string, name: string): string => (around === '' ? name : `${around}/${name}`)
/** The paths of an element below another one. */
export const below = (around: At, record: string, feed: string): At => ({
  record: under(around.record, record),
  feed: under(around.feed, feed),
})
