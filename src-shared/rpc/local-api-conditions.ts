import * as z from 'zod'
import { largestItemPage } from '../api/endpoint.ts'

/** Limits and faults an integrator can switch on, to see how a client bears them. Off unless set. */
export const localApiConditions = z.object({
  /** Item records a user without a limit of its own may download in a UTC day; null: no limit. Beyond it 406. */
  dailyItemLimit: z.int().min(0).nullable(),
  /** Item records in one answer; a larger `limit` is lowered to it. */
  mostItems: z.int().min(1).max(1_000_000),
  /** Every call is answered 503 with `Retry-After: 120`. */
  maintenance: z.boolean(),
  /** Milliseconds every answer is held back. */
  latency: z.int().min(0).max(60_000),
  /** Share of calls answered 500. */
  errorRate: z.number().min(0).max(1),
  /** Share of feeds that are kept but whose acknowledgement is lost: the connection is cut. */
  lostAcknowledgementRate: z.number().min(0).max(1),
  /** Items of feeds processed in a second (sandbox); null: as fast as it goes; 0: not at all. */
  ingestionRate: z.number().min(0).nullable(),
  /** An item search that selects nothing is answered with all items in place of 400. */
  searchWithoutSelector: z.boolean(),
})
export type LocalApiConditions = z.infer<typeof localApiConditions>
export type LocalApiConditionName = keyof LocalApiConditions

/** Nothing switched on. */
export const fairConditions: LocalApiConditions = {
  dailyItemLimit: null,
  mostItems: largestItemPage,
  maintenance: false,
  latency: 0,
  errorRate: 0,
  lostAcknowledgementRate: 0,
  ingestionRate: null,
  searchWithoutSelector: false,
}

/** Those that make the service other than it is by itself. */
export const activeConditions = (values: LocalApiConditions): LocalApiConditionName[] =>
  (Object.keys(fairConditions) as LocalApiConditionName[]).filter(
    (name) => values[name] !== fairConditions[name],
  )
