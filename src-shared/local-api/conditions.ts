import * as z from 'zod'
import { maxItemPage } from '../api/endpoint.ts'

/** Limits and faults with which a person tests a client. All are off by default. */
export const localApiConditions = z.object({
  /** The daily limit (UTC) of item records for users without their own limit; null: no limit. Beyond it, status 406. */
  dailyItemLimit: z.int().min(0).nullable(),
  /** Item records in one answer; a larger `limit` is lowered to it. */
  mostItems: z.int().min(1).max(1_000_000),
  /** Whether every call gets status 503 with `Retry-After: 120`. */
  maintenance: z.boolean(),
  /** The delay of every answer, in milliseconds. */
  latency: z.int().min(0).max(60_000),
  /** The share of calls that get status 500. */
  errorRate: z.number().min(0).max(1),
  /** The share of feeds that are stored, but whose connection is cut before the acknowledgement. */
  lostAcknowledgementRate: z.number().min(0).max(1),
  /** Items of feeds processed in a second (sandbox); null: as fast as possible; 0: none. */
  ingestionRate: z.number().min(0).nullable(),
  /** Whether an item search that selects nothing gets all items instead of status 400. */
  searchWithoutSelector: z.boolean(),
})
export type LocalApiConditions = z.infer<typeof localApiConditions>

export type LocalApiConditionName = keyof LocalApiConditions

/** The conditions when nothing is switched on. */
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

/** The names of the conditions that are on. */
export const activeConditions = (values: LocalApiConditions): LocalApiConditionName[] =>
  (Object.keys(noConditions) as LocalApiConditionName[]).filter((name) => values[name] !== noConditions[name])
