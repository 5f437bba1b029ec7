import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import type { QualityList, QualityReport } from './model.ts'

const figure = z.string().min(1).max(2000)

export const qualityContract = {
  /**
   * The figures of the catalog. Asking begins a count where there is none, and where the last one is out of date and
   * counting is quick; a slow count is begun by `count`. While one goes on, ask again.
   */
  report: query('items', 'media', 'completeness', 'lookups').output(type<QualityReport>()),
  count: call.output(type<QualityReport>()),
  stop: call.output(type<QualityReport>()),
  /** The items behind a figure, in the order of the catalog's storing. */
  list: query('items', 'media', 'completeness')
    .input(z.object({ figure, offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<QualityList>()),
  /** Their identifiers. */
  ids: call.input(z.object({ figure, limit: z.int().min(1).max(10_000) })).output(type<string[]>()),
}
