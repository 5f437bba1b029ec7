import { type } from '@orpc/contract'
import * as z from 'zod'
import type { Draft } from '../feeds/draft/model.ts'
import { call, query } from '../rpc/procedure.ts'
import {
  type ChangedItems,
  type ChangeSummary,
  changeKinds,
  type ItemVersion,
  itemOrigin,
  type RecentChange,
  type VersionBody,
} from './model.ts'

const itemId = z.string()
const version = z.int().min(1)

export const historyContract = {
  /** Newest first. */
  versions: query('items').input(z.object({ itemId })).output(type<ItemVersion[]>()),
  version: query('items')
    .input(z.object({ itemId, number: version }))
    .output(type<VersionBody>()),
  summary: query('items', 'sync')
    .input(z.object({ origin: itemOrigin }))
    .output(type<ChangeSummary>()),
  /** The sync runs, feeds and imports that changed items, the newest first. */
  recent: query('items', 'sync')
    .input(z.object({ limit: z.int().min(1).max(50) }))
    .output(type<RecentChange[]>()),
  /**
   * Changed items first, the latest change first; then new items in order of arrival; then items no longer
   * listed.
   */
  changes: query('items', 'sync')
    .input(
      z.object({
        origin: itemOrigin,
        /** Only this kind; all when absent. */
        kind: z.enum(changeKinds).optional(),
        /** Only changes of this field; new items and items no longer listed have no fields. */
        field: z.string().optional(),
        /** A query as in the catalog's search. */
        text: z.string().max(500).default(''),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(type<ChangedItems>()),
  /**
   * Makes a draft of the current record with some values of an earlier version: those of the given
   * differences (`differenceKey` in src-shared/history/diff.ts). Refused with `NOTHING_TO_RESTORE` when a
   * feed of that kind carries none of them.
   */
  restore: call
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
