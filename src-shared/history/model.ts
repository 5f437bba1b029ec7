import * as z from 'zod'

/** What brings items into the catalog. */
export const originKinds = ['sync', 'feed', 'import'] as const

export const itemOrigin = z.object({
  kind: z.enum(originKinds),
  /** Identifier of the sync run, the received feed or the import job. */
  reference: z.string(),
})
export type ItemOrigin = z.infer<typeof itemOrigin>

/** One version of an item. The newest is the record as it is now. */
export interface ItemVersion {
  /** From 1, the first that came. */
  number: number
  /** ISO 8601: when this version came; absent when it came before history was kept. */
  receivedAt?: string
  /** Absent when it is not known. */
  origin?: ItemOrigin
  /** Of the body, in hexadecimal. */
  hash: string
  /** Of the body. */
  bytes: number
  isCurrent: boolean
  /** The fields that differ from the version before, without positions; absent for the first version. */
  fields?: string[]
}

export interface VersionBody {
  number: number
  /** The `<item>` element, byte for byte, as text. */
  xml: string
  namespace: string
}

interface FieldCount {
  /** A path without positions, such as `products/product/grocery/ingredients`. */
  field: string
  /** Items in which it changed. */
  count: number
}

/** How an item changed: it is new, it changed, or a sync run found it no longer listed. */
export const changeKinds = ['changed', 'created', 'gone'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** The numbers of items that a sync run, a feed or an import changed. */
export interface ChangeSummary {
  created: number
  changed: number
  gone: number
  /** The most frequent first. */
  fields: FieldCount[]
}

/** An item that a sync run, a feed or an import added (`version` 1), changed, or found no longer listed. */
export interface ChangedItem {
  kind: ChangeKind
  itemId: string
  name: string
  brand: string
  code: string
  /** The number of the new version, or of the kept version of an item that is no longer listed. */
  version: number
  /** When the version was received; for an item no longer listed, when the service last listed it. */
  receivedAt: string
  /** The fields that changed; empty for other kinds than `changed`, and when only the layout of the XML changed. */
  fields: string[]
}

export interface ChangedItems {
  total: number
  offset: number
  rows: ChangedItem[]
}
