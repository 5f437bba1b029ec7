/** What a run asks for: a plan, and the slices that it is cut into, each read by itself. */
import type { SyncPlan, SyncProfile } from '../../src-shared/sync/model.ts'
import { dayBounds } from '../catalog/index.ts'
import type { ItemPageQuery } from '../upstream/index.ts'
import type { Checkpoint, PageRequest } from './checkpoint.ts'

/** A stretch of the service's list, by day: read from its end, page by page. */
export interface WindowTask {
  reads: 'window'
  /** `items`: records to keep. `verified`: only which of them are verified. */
  purpose: 'items' | 'verified'
  /** A manufacturer or a brand to keep to. */
  m?: string
  b?: string
  /** Only verified items. */
  v?: boolean
  /** Days, `YYYYMMDD`, both inclusive; without `until` the window is open: what is changed meanwhile joins it. */
  since: string
  until?: string
  profile: SyncProfile
  /** The window that this one was cut from first, and how much the service said it holds. */
  within?: { since: string; until?: string; total: number }
  /** Not to be cut: its parts were said to hold more than the whole. */
  isWhole?: true
}

/** Single product codes or item identifiers, asked for one by one. */
interface ListTask {
  reads: 'list'
  purpose: 'items'
  by: 'upc' | 'id'
  values: string[]
  v?: boolean
  profile: SyncProfile
}

/** What a slice asks for. */
export type SliceTask = WindowTask | ListTask

/** Where the reading of a list task stands. */
interface ListReading {
  /** Values asked for. */
  at: number
  /** Values the service has nothing for. */
  missing: string[]
}

/** Where to go on: written in the transaction of the page it stands behind. */
export type SliceReading = Checkpoint | ListReading

interface SliceOf<Task extends SliceTask, Reading extends SliceReading> {
  number: number
  state: 'waiting' | 'reading' | 'done'
  task: Task
  reading: Reading
}
export type WindowSlice = SliceOf<WindowTask, Checkpoint>
export type ListSlice = SliceOf<ListTask, ListReading>
/** A part of a run's plan, read by itself. */
export type Slice = WindowSlice | ListSlice

export const isWindow = (slice: Slice): slice is WindowSlice => slice.task.reads === 'window'

/** The query of a page; media come with complete records only. */
export function pageQuery(
  { m, b, v, since, until, profile }: WindowTask,
  { idx, limit }: PageRequest,
): ItemPageQuery {
  return {
    ...(m !== undefined && { m }),
    ...(b !== undefined && { b }),
    ...(v && { v }),
    since,
    ...(until !== undefined && { until }),
    ...profileQuery(profile),
    idx,
    limit,
  }
}

/** Codes are rarely shared; so many records of one are taken. */
const mostOfOneCode = 100

export function listQuery(
  { by, v, profile }: Pick<ListTask, 'by' | 'v' | 'profile'>,
  value: string,
): ItemPageQuery {
  return by === 'id'
    ? { id: value, ...profileQuery(profile) }
    : { upc: value, ...(v && { v }), ...profileQuery(profile), limit: mostOfOneCode }
}

const profileQuery = (profile: SyncProfile) =>
  profile === 'complete' ? { media: true } : ({ profile } as const)

/** The value to ask for next; undefined when the list has been read. */
export const nextValue = ({ task, reading }: ListSlice): string | undefined => task.values[reading.at]

/** Before every item there is: the specification demands a selector. */
export const beginning = '19000101'
const dayLength = 24 * 60 * 60 * 1000
/** Codes in one slice of a list. */
const codesInSlice = 200
/** As many windows as one is cut into at a time. */
const mostParts = 12

/** `YYYYMMDD` in UTC; nothing before 1900. */
export const dayOf = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.UTC(1900, 0, 1))).toISOString().slice(0, 10).replaceAll('-', '')

const startOf = (day: string): number => dayBounds(day)?.first ?? Date.UTC(1900, 0, 1)

/** Two plans that ask for the same. */
export const samePlan = (one: SyncPlan | undefined, other: SyncPlan): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Whether a run of it leaves the whole copy complete. */
export const isMain = ({ scope }: SyncPlan): boolean => scope === 'full' || scope === 'incremental'

/** Whether it meets every item the service has, so that what it did not meet is gone. */
export const seesEverything = ({ scope }: SyncPlan): boolean => scope === 'full'

/** What a plan asks for, before anything is known of how much that is. */
export function firstTasks(plan: SyncPlan, since: string): SliceTask[] {
  const { profile } = plan
  const window = { reads: 'window', purpose: 'items', since: beginning, profile } as const
  switch (plan.scope) {
    case 'full':
      return [window]
    case 'incremental':
      return [{ ...window, since }]
    case 'verified':
      return [{ ...window, v: true }]
    case 'manufacturer':
      return plan.ids.map((m) => ({ ...window, m, ...(plan.verified && { v: true }) }))
    case 'brand':
      return plan.ids.map((b) => ({ ...window, b, ...(plan.verified && { v: true }) }))
    case 'gtins': {
      const codes = [...new Set(plan.gtins)]
      return Array.from({ length: Math.ceil(codes.length / codesInSlice) }, (_, index) => ({
        reads: 'list',
        purpose: 'items',
        by: 'upc',
        values: codes.slice(index * codesInSlice, (index + 1) * codesInSlice),
        ...(plan.verified && { v: true }),
        profile,
      }))
    }
  }
}

/**
 * What to ask after the items, to learn which are verified: the record itself does not say. Only the shortest
 * records, as each counts at the service.
 */
export function verifiedTasks(plan: SyncPlan, since: string): WindowTask[] {
  if (!isMain(plan)) return []
  const from = plan.scope === 'full' ? beginning : since
  return [{ reads: 'window', purpose: 'verified', v: true, since: from, profile: 'listing' }]
}

/**
 * Cuts a window that holds more than the service pages well into windows of as many days each, the newest first. The
 * first item's moment, where the list is in order, tells where days begin to hold anything; the first window reaches
 * back before it all the same. Undefined when it is small enough, or a single day.
 */
export function splitWindow(
  task: WindowTask,
  {
    total,
    largest,
    firstUpdated,
    now,
  }: { total: number; largest: number; firstUpdated?: number | undefined; now: number },
): WindowTask[] | undefined {
  if (total <= largest) return undefined
  const first = Math.max(startOf(task.since), firstUpdated ?? 0)
  const last = task.until === undefined ? Math.max(now, first) : startOf(task.until)
  const days = Math.floor((last - startOf(dayOf(first))) / dayLength) + 1
  if (days < 2) return undefined
  // A little smaller than need be: days differ, and a window that is just too large is cut once more.
  const parts = Math.min(mostParts, days, Math.max(2, Math.ceil((1.25 * total) / largest)))
  const starts = Array.from({ length: parts }, (_, part) =>
    part === 0 ? task.since : dayOf(first + Math.floor((part * days) / parts) * dayLength),
  )
  const { within = { since: task.since, ...(task.until !== undefined && { until: task.until }), total } } =
    task
  return starts
    .map((since, part): WindowTask => {
      const next = starts[part + 1]
      const until = next === undefined ? task.until : dayOf(startOf(next) - dayLength)
      const { until: _, ...rest } = task
      return { ...rest, since, ...(until !== undefined && { until }), within }
    })
    .toReversed()
}
