import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, queryOfOne } from '../../rpc/procedure.ts'
import type { Present } from './model.ts'

/** Identifies one page among all pages of a person. */
const page = z.string().min(1).max(64)

export const presenceContract = {
  /**
   * Says that the signed-in person has a draft open, and which item of it. A page repeats it every `beat`; a person
   * who does not is gone after `absence`. Without a team nothing happens.
   */
  say: call
    .input(z.object({ draft: z.string().max(200), key: z.int().min(1).optional(), page }))
    .output(type<void>()),
  /** Says that the page has closed its draft. */
  leave: call.input(z.object({ page })).output(type<void>()),
  /** The people who have this draft open. */
  who: queryOfOne('presence')
    .input(z.object({ id: z.string() }))
    .output(type<Present[]>()),
}
