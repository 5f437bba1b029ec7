import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Draft } from './feed-contract.ts'

/** What brings items into the catalog. */
export const originKinds = ['sync', 'feed', 'import'] as const
export interface ItemOrigin {
  kind: (typeof originKinds)[number]
  /** Identifier of the sync run, the received feed or the import job. */
  reference: string
}

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
/** What a sync run changed, in numbers. A change is one version taking the place of another. */
export interface ChangeSummary {
  created: number
  changed: number
  /** The most frequent first. */
  fields: FieldCount[]
}
/** An item a run brought (`version` 1) or changed. */
export interface ChangedItem {
  itemId: string
  name: string
  brand: string
  code: string
  /** Number of the version that came. */
  version: number
  receivedAt: string
  /** The fields that changed; empty for a new item, and where only the writing of the XML changed. */
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
  summary: oc.input(z.object({ runId: z.string() })).output(type<ChangeSummary>()),
  /** The newest change first; new items in the order they came. */
  changes: oc
    .input(
      z.object({
        runId: z.string(),
        kind: z.enum(['changed', 'created']),
        /** Only changes of this field; for `changed`. */
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
