import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Draft } from './feed-contract.ts'

/** What brings items into the catalog. */
export const originKinds = ['sync', 'feed', 'import'] as const
const itemOrigin = z.object({
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

const itemId = z.string()
const version = z.int().min(1)

export const historyContract = {
  /** The newest first. */
  versions: oc.input(z.object({ itemId })).output(type<ItemVersion[]>()),
  version: oc.input(z.object({ itemId, number: version })).output(type<VersionBody>()),
  summary: oc.input(z.object({ origin: itemOrigin })).output(type<ChangeSummary>()),
  /** Changed items, the newest change first; then new ones in the order they came; then those that are gone. */
  changes: oc
    .input(
      z.object({
        origin: itemOrigin,
        /** Only these; all when absent. */
        kind: z.enum(changeKinds).optional(),
        /** Only changes of this field: items that are new or gone have none. */
        field: z.string().optional(),
        /** As in the catalog's search. */
        text: z.string().max(500).default(''),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(type<ChangedItems>()),
  /**
   * A draft of the record as it is now, with some values of an earlier version put back: those of the differences
   * between the two that are named here (`differenceKey` of src-shared/history/diff.ts). Refused with
   * `NOTHING_TO_RESTORE` when a feed of that kind carries none of them.
   */
  restore: oc
    .input(
      z.object({
        itemId,
        number: version,
        kind: z.enum(['refresh', 'update']),
        differences: z.array(z.string()).min(1).max(5000),
      }),
    )
    .output(type<Draft>()),
}
