/** The plan of a run, split into slices that are read separately. */
import type { SyncPlan, SyncProfile } from '../../src-shared/sync/model.ts'
import { dayBounds } from '../catalog/index.ts'
import type { ItemPageQuery } from '../upstream/index.ts'
import type { Checkpoint, PageRequest } from './checkpoint.ts'

/** A range of days of the service's list, read page by page from its end. */
export interface WindowTask {
  reads: 'window'
  /** `items`: store the records. `verified`: only find out which of them are verified. */
  purpose: 'items' | 'verified'
  /** Restricts the window to a manufacturer or a brand. */
  m?: string
  b?: string
  /** Only verified items. */
  v?: boolean
  /**
   * Days as `YYYYMMDD`, both inclusive. Without `until` the window is open: items changed during the run join
   * it.
   */
  since: string
  until?: string
  profile: SyncProfile
  /** The window that this one is a part of, with the item count that the service reported for it. */
  within?: { since: string; until?: string; total: number }
  /** Do not split this window again: the service reported more items for its parts than for the window. */
  isWhole?: true
}

/** Product codes or item identifiers, requested one by one. */
interface ListTask {
  reads: 'list'
  purpose: 'items'
  by: 'upc' | 'id'
  values: string[]
  v?: boolean
  profile: SyncProfile
}

/** The part of a plan that a slice reads. */
export type SliceTask = WindowTask | ListTask

/** The progress of a list task. */
interface ListReading {
  /** Number of values requested. */
  at: number
  /** Values for which the service has no item. */
  missing: string[]
}

/** Where to continue; written in the transaction of the page before. */
export type SliceReading = Checkpoint | ListReading

interface SliceOf<Task extends SliceTask, Reading extends SliceReading> {
  number: number
  state: 'waiting' | 'reading' | 'done'
  task: Task
  reading: Reading
}
export type WindowSlice = SliceOf<WindowTask, Checkpoint>
export type ListSlice = SliceOf<ListTask, ListReading>
/** A separately read part of a run's plan. */
export type Slice = WindowSlice | ListSlice

export const isWindow = (slice: Slice): slice is WindowSlice => slice.task.reads === 'window'

/** The query of a page. Only complete records include media. */
export function pageQuery(
  { m, b, v, since, until, profile }: WindowTask,
  { idx, limit }: PageRequest,
): ItemPageQuery {
  return { m, b, v, since, until, ...profileQuery(profile), idx, limit }
}

/** Maximum number of records requested per code; items rarely share a code. */
const maxPerCode = 100

export function listQuery(
  { by, v, profile }: Pick<ListTask, 'by' | 'v' | 'profile'>,
  value: string,
): ItemPageQuery {
  return by === 'id'
    ? { id: value, ...profileQuery(profile) }
    : { upc: value, v, ...profileQuery(profile), limit: maxPerCode }
}

const profileQuery = (profile: SyncProfile) =>
  profile === 'complete' ? { media: true } : ({ profile } as const)

/** The next value to request; undefined when the list has been read. */
export const nextValue = ({ task, reading }: ListSlice): string | undefined => task.values[reading.at]

/** A day before every item; the specification requires a selector. */
export const beginning = '19000101'
const dayLength = 24 * 60 * 60 * 1000
/** Codes per slice of a list. */
const codesPerSlice = 200
/** Maximum number of parts per split. */
const maxParts = 12

/** `YYYYMMDD` in UTC; not before 1900. */
export const dayOf = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.UTC(1900, 0, 1))).toISOString().slice(0, 10).replaceAll('-', '')

const startOf = (day: string): number => dayBounds(day)?.first ?? Date.UTC(1900, 0, 1)

/** Whether two plans have the same contents. */
export const samePlan = (one: SyncPlan | undefined, other: SyncPlan): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Whether a run of the plan makes the copy complete. */
export const isMain = ({ scope }: SyncPlan): boolean => scope === 'full' || scope === 'incremental'

/** Whether a run of the plan receives every item of the service, so that items not received are gone. */
export const receivesEverything = ({ scope }: SyncPlan): boolean => scope === 'full'

/** The initial slices of a plan, before the number of items is known. */
export function firstTasks(plan: SyncPlan, since: string): SliceTask[] {
  const { profile } = plan
  const v = 'verified' in plan && plan.verified ? true : undefined
  const window = { reads: 'window', purpose: 'items', since: beginning, profile } as const
  switch (plan.scope) {
    case 'full':
      return [window]
    case 'incremental':
      return [{ ...window, since }]
    case 'verified':
      return [{ ...window, v: true }]
    case 'manufacturer':
      return plan.ids.map((m) => ({ ...window, m, v }))
    case 'brand':
      return plan.ids.map((b) => ({ ...window, b, v }))
    case 'gtins': {
      const codes = [...new Set(plan.gtins)]
      return Array.from({ length: Math.ceil(codes.length / codesPerSlice) }, (_, index) => ({
        reads: 'list',
        purpose: 'items',
        by: 'upc',
        values: codes.slice(index * codesPerSlice, (index + 1) * codesPerSlice),
        v,
        profile,
      }))
    }
  }
}

/**
 * The slices read after the items to find out which items are verified, as records do not contain this. They
 * request the shortest records, because the service counts every record.
 */
export function verifiedTasks(plan: SyncPlan, since: string): WindowTask[] {
  if (!isMain(plan)) return []
  const from = plan.scope === 'full' ? beginning : since
  return [{ reads: 'window', purpose: 'verified', v: true, since: from, profile: 'listing' }]
}

/**
 * Splits a window with too many items for efficient paging into windows of equally many days, newest first.
 * The split starts at the day of the first item, because an ordered list has none before it; the oldest
 * window still starts where the whole did. Undefined if the window is small enough, or a single day.
 */
export function splitWindow(
  task: WindowTask,
  {
    total,
    maxSlice,
    firstUpdated,
    now,
  }: { total: number; maxSlice: number; firstUpdated?: number | undefined; now: number },
): WindowTask[] | undefined {
  if (total <= maxSlice) return undefined
  const first = Math.max(startOf(task.since), firstUpdated ?? 0)
  const last = task.until === undefined ? Math.max(now, first) : startOf(task.until)
  const days = Math.floor((last - startOf(dayOf(first))) / dayLength) + 1
  if (days < 2) return undefined
  // Slightly smaller than necessary: days differ in size, and a part just above the limit would be split
  // again.
  const parts = Math.min(maxParts, days, Math.max(2, Math.ceil((1.25 * total) / maxSlice)))
  const starts = Array.from({ length: parts }, (_, part) =>
    part === 0 ? task.since : dayOf(first + Math.floor((part * days) / parts) * dayLength),
  )
  const { within = { since: task.since, until: task.until, total } } = task
  return starts
    .map((since, part): WindowTask => {
      const next = starts[part + 1]
      const until = next === undefined ? task.until : dayOf(startOf(next) - dayLength)
      return { ...task, since, until, within }
    })
    .toReversed()
}
