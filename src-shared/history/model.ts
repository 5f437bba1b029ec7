import * as z from 'zod'

/** The kinds of sources that bring items into the catalog. */
export const originKinds = ['sync', 'feed', 'import', 'undo'] as const

export const itemOrigin = z.object({
  kind: z.enum(originKinds),
  /** Identifier of the sync run, the received feed or the import job; `undo`: of the import that was undone. */
  reference: z.string(),
})
export type ItemOrigin = z.infer<typeof itemOrigin>

/** One version of an item. The newest is the current record. */
export interface ItemVersion {
  /** The first version received is 1. */
  number: number
  /** ISO 8601: when this version was received; absent if that was before history was recorded. */
  receivedAt?: string
  /** Absent if unknown. */
  origin?: ItemOrigin
  /** Hash of the body, in hexadecimal. */
  hash: string
  /** Size of the body. */
  bytes: number
  isCurrent: boolean
  /** The fields that differ from the previous version, without positions; absent for the first version. */
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
  /** Number of items in which it changed. */
  count: number
}

/** `changed`: the item changed; `created`: it is new; `gone`: a sync run found it no longer listed. */
export const changeKinds = ['changed', 'created', 'gone'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Number of items that a sync run, a feed or an import changed. */
export interface ChangeSummary {
  created: number
  changed: number
  gone: number
  /** Most frequent first. */
  fields: FieldCount[]
}

/** A sync run, a feed or an import that changed items. */
export interface RecentChange extends Omit<ChangeSummary, 'fields'> {
  origin: ItemOrigin
  /** ISO 8601: the last change; absent if it only found items no longer listed. */
  at?: string
  /** The first items of the catalog came with it. */
  isFirst: boolean
}

/** An item that a sync run, a feed or an import added (`version` 1), changed, or found no longer listed. */
export interface ChangedItem {
  kind: ChangeKind
  itemId: string
  name: string
  brand: string
  code: string
  /** Number of the new version, or of the last stored version of an item that is no longer listed. */
  version: number
  /** When the version was received; for an item no longer listed, when the service last listed it. */
  receivedAt: string
  /** The changed fields; empty for kinds other than `changed`, and when only the XML layout changed. */
  fields: string[]
}

export interface ChangedItems {
  total: number
  offset: number
  rows: ChangedItem[]
}
