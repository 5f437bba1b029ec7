import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { type DuplicatePage, type DuplicateScan, maxInGroup, surenesses } from './model.ts'

const someItems = z.object({ itemIds: z.array(z.string().max(500)).min(2).max(maxInGroup) })

export const duplicatesContract = {
  /** Results of the last scan, the most certain groups first, or the progress of the running scan. */
  found: query('duplicates', 'items', 'media')
    .input(
      z.object({
        sureness: z.enum(surenesses).optional(),
        why: z.enum(['gtin', 'name', 'picture']).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(50),
      }),
    )
    .output(type<DuplicatePage>()),
  /** Starts a scan in the background; a running scan is stopped. */
  look: call.output(type<DuplicateScan>()),
  stop: call.output(type<DuplicateScan | null>()),
  /** Marks the items as no duplicates of each other. Returns the pairs that were not marked before. */
  mark: call.input(someItems).output(type<[string, string][]>()),
  /** Removes marks. */
  unmark: call
    .input(z.object({ pairs: z.array(z.tuple([z.string(), z.string()])).max((maxInGroup * maxInGroup) / 2) }))
    .output(type<{ removed: number }>()),
}
