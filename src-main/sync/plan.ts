/** What a run asks for: a plan, cut into slices that are read one by one. */
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
  /** Days, `YYYYMMDD`, both inclusive; without `until` the window is open: items changed meanwhile join it. */
  since: string
  until?: string
  profile: SyncProfile
  /** The whole window from which this one was cut, and how many items the service said the whole holds. */
  within?: { since: string; until?: string; total: number }
  /** The window is not cut again: the service said that its parts hold more than the whole. */
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
  return { m, b, v, since, until, ...profileQuery(profile), idx, limit }
}

/** Records asked for by one code; items rarely share a code. */
const maxOfOneCode = 100

export function listQuery(
  { by, v, profile }: Pick<ListTask, 'by' | 'v' | 'profile'>,
  value: string,
): ItemPageQuery {
  return by === 'id'
    ? { id: value, ...profileQuery(profile) }
    : { upc: value, v, ...profileQuery(profile), limit: maxOfOneCode }
}

const profileQuery = (profile: SyncProfile) =>
  profile === 'complete' ? { media: true } : ({ profile } as const)

/** The value to ask for next; undefined when the list has been read. */
export const nextValue = ({ task, reading }: ListSlice): string | undefined => task.values[reading.at]

/** A day before every item: the specification demands a selector. */
export const beginning = '19000101'
const dayLength = 24 * 60 * 60 * 1000
/** Codes in one slice of a list. */
const codesInSlice = 200
/** As many windows as one is cut into at a time. */
const maxParts = 12

/** `YYYYMMDD` in UTC; nothing before 1900. */
export const dayOf = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.UTC(1900, 0, 1))).toISOString().slice(0, 10).replaceAll('-', '')

const startOf = (day: string): number => dayBounds(day)?.first ?? Date.UTC(1900, 0, 1)

/** Whether two plans ask for the same. */
export const samePlan = (one: SyncPlan | undefined, other: SyncPlan): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Whether a run of the plan leaves the whole copy complete. */
export const isMain = ({ scope }: SyncPlan): boolean => scope === 'full' || scope === 'incremental'

/** Whether every item of the service comes in a run of the plan, so that an item that did not come is gone. */
export const seesEverything = ({ scope }: SyncPlan): boolean => scope === 'full'

/** The slices of a plan before anything is known of how many items there are. */
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
      return Array.from({ length: Math.ceil(codes.length / codesInSlice) }, (_, index) => ({
        reads: 'list',
        purpose: 'items',
        by: 'upc',
        values: codes.slice(index * codesInSlice, (index + 1) * codesInSlice),
        v,
        profile,
      }))
    }
  }
}

/**
 * The slices that are read after the items, to learn which items are verified: a record does not say so. These ask for
 * the shortest records, since the service counts each.
 */
export function verifiedTasks(plan: SyncPlan, since: string): WindowTask[] {
  if (!isMain(plan)) return []
  const from = plan.scope === 'full' ? beginning : since
  return [{ reads: 'window', purpose: 'verified', v: true, since: from, profile: 'listing' }]
}

/**
 * Cuts a window with too many items to be paged well into windows of equally many days, the newest first. The days are
 * divided from the first item's day on, as nothing is before it in a list in order; the first window still begins where
 * the whole did. Undefined when the window is small enough, or a single day.
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
  // A little smaller than necessary: days differ, and a window that is just too large would be cut once more.
  const parts = Math.min(maxParts, days, Math.max(2, Math.ceil((1.25 * total) / largest)))
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
