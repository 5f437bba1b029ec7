import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { type DuplicateLook, type DuplicatePage, maxInGroup, surenesses } from './model.ts'

const someItems = z.object({ itemIds: z.array(z.string().max(500)).min(2).max(maxInGroup) })

export const duplicatesContract = {
  /** What the last look found, the surest groups first; or how far the one under way has come. */
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
  /** Begins to look in the background; a look under way is stopped. */
  look: call.output(type<DuplicateLook>()),
  stop: call.output(type<DuplicateLook | null>()),
  /** Says that no two of these items are duplicates. Answers the pairs that were not marked before. */
  mark: call.input(someItems).output(type<[string, string][]>()),
  /** Takes marks back. */
  unmark: call
    .input(z.object({ pairs: z.array(z.tuple([z.string(), z.string()])).max((maxInGroup * maxInGroup) / 2) }))
    .output(type<{ removed: number }>()),
}
