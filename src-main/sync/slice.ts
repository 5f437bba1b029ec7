import type { SyncProfile } from '../../src-shared/sync/model.ts'
import type { ItemPageQuery } from '../upstream/index.ts'
import { type Checkpoint, nextRequest, type PageRequest } from './checkpoint.ts'

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
export interface ListTask {
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
export interface ListReading {
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

/** What is to be asked next; undefined when the slice has been read. */
export const nextPage = (slice: WindowSlice): PageRequest | undefined => nextRequest(slice.reading)
export const nextValue = ({ task, reading }: ListSlice): string | undefined => task.values[reading.at]
