import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import type { QualityList, QualityReport } from './model.ts'

const figure = z.string().min(1).max(2000)
/** The requirement profile that scores the items; the default one when absent. */
const byProfile = z.object({ profileId: z.string().max(100).optional() })

export const qualityContract = {
  /**
   * The latest figures of the catalog by a profile. Starts a count if there is none, or if it is out of date and cheap.
   * Poll while `counting` or `isFiltering` is set; `count` forces a count.
   */
  report: query('items', 'media', 'completeness', 'lookups', 'received-feeds', 'workspace')
    .input(byProfile)
    .output(type<QualityReport>()),
  /** Counts anew; a count by this profile that is under way goes on, one by another profile ends first. */
  count: call.input(byProfile).output(type<QualityReport>()),
  stop: call.input(byProfile).output(type<QualityReport>()),
  /** The items behind a figure, in the order of the catalog's storing. */
  list: query('items', 'media', 'completeness')
    .input(byProfile.extend({ figure, offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<QualityList>()),
  /** Their identifiers. */
  ids: call.input(byProfile.extend({ figure, limit: z.int().min(1).max(10_000) })).output(type<string[]>()),
}
