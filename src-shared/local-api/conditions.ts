import * as z from 'zod'
import { maxItemPage } from '../api/endpoint.ts'

/** Simulated limits and faults for testing a client. All are off by default. */
export const localApiConditions = z.object({
  /**
   * The daily limit (UTC) of item records for users without a limit of their own; null: no limit. Above it,
   * status 406.
   */
  dailyItemLimit: z.int().min(0).nullable(),
  /** Maximum item records in one response; a larger `limit` is lowered to it. */
  mostItems: z.int().min(1).max(1_000_000),
  /** Whether every call returns status 503 with `Retry-After: 120`. */
  maintenance: z.boolean(),
  /** Delay of every response, in milliseconds. */
  latency: z.int().min(0).max(60_000),
  /** The share of calls that return status 500. */
  errorRate: z.number().min(0).max(1),
  /** The share of feeds that are stored, but whose connection is closed before the acknowledgement. */
  lostAcknowledgementRate: z.number().min(0).max(1),
  /** Feed items processed per second (sandbox); null: as fast as possible; 0: none. */
  ingestionRate: z.number().min(0).nullable(),
  /** Whether an item search without a selector returns all items instead of status 400. */
  searchWithoutSelector: z.boolean(),
})
export type LocalApiConditions = z.infer<typeof localApiConditions>

export type LocalApiConditionName = keyof LocalApiConditions

/** The default conditions: all off. */
export const noConditions: LocalApiConditions = {
  dailyItemLimit: null,
  mostItems: maxItemPage,
  maintenance: false,
  latency: 0,
  errorRate: 0,
  lostAcknowledgementRate: 0,
  ingestionRate: null,
  searchWithoutSelector: false,
}

/** The names of the conditions that differ from the default. */
export const activeConditions = (values: LocalApiConditions): LocalApiConditionName[] =>
  (Object.keys(noConditions) as LocalApiConditionName[]).filter((name) => values[name] !== noConditions[name])
