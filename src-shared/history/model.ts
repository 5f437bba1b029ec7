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
  /** In which fields it differs from the version before, without positions; absent for the first. */
  fields?: string[]
}

export interface VersionBody {
  number: number
  /** The `<item>` element, byte for byte, as text. */
  xml: string
  namespace: string
}

export interface FieldCount {
  /** A path without positions, such as `products/product/grocery/ingredients`. */
  field: string
  /** Items in which it changed. */
  count: number
}

/** How an origin changed an item: brought it, changed it, or (a sync run) found it listed no longer. */
export const changeKinds = ['changed', 'created', 'gone'] as const

export type ChangeKind = (typeof changeKinds)[number]

/** What a sync run, a feed or an import changed, in numbers. A change is one version taking the place of another. */
export interface ChangeSummary {
  created: number
  changed: number
  gone: number
  /** The most frequent first. */
  fields: FieldCount[]
}

/** An item a sync run, a feed or an import brought (`version` 1), changed, or found gone. */
export interface ChangedItem {
  kind: ChangeKind
  itemId: string
  name: string
  brand: string
  code: string
  /** Number of the version that came; of the one that is kept, for an item that is gone. */
  version: number
  /** When it came; for an item that is gone, when the service last gave it. */
  receivedAt: string
  /** The fields that changed; empty for others than `changed`, and where only the writing of the XML changed. */
  fields: string[]
}

export interface ChangedItems {
  total: number
  offset: number
  rows: ChangedItem[]
}
