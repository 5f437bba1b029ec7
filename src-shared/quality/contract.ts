import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import type { QualityList, QualityReport } from './model.ts'

const figure = z.string().min(1).max(2000)
/** The requirement profile that scores the items; the default one when absent. */
const byProfile = z.object({ profileId: z.string().max(100).optional() })

export const qualityContract = {
  /**
   * The latest figures of the catalog for a profile. Starts a count if there is none, or if it is stale and
   * cheap. Poll while `counting` or `isFiltering` is set; `count` forces a count.
   */
  report: query(
    'items',
    'media',
    'completeness',
    'lookups',
    'received-feeds',
    'workspace',
    'findings',
    'evidence',
  )
    .input(byProfile)
    .output(type<QualityReport>()),
  /**
   * Starts a new count. A running count with this profile continues; one with another profile finishes
   * first.
   */
  count: call.input(byProfile).output(type<QualityReport>()),
  stop: call.input(byProfile).output(type<QualityReport>()),
  /** The items of a figure, in storage order of the catalog. */
  list: query('items', 'media', 'completeness', 'findings')
    .input(byProfile.extend({ figure, offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<QualityList>()),
  /** The identifiers of the items of a figure. */
  ids: call.input(byProfile.extend({ figure, limit: z.int().min(1).max(10_000) })).output(type<string[]>()),
}
