import type { LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import { StoreError } from '../storage/store-error.ts'

/**
 * Where a run stands: what is still to be asked for. Kept in the row of the run, and written in the transaction of
 * the page that moved it.
 *
 * The list of items is ordered by `lastUpdated`, then identifier, and is read from its end to its beginning. What is
 * changed while it is read joins at the end, behind the reader, and moves what is not yet read towards the beginning:
 * still before the reader. So nothing is missed, however long the reading takes; what joined is the next run's.
 *
 * Only an item that is put in between moves what is not yet read the other way. The list grows then; whenever it
 * does, by however many, as many places behind the reader are read once more, and further pages overlap (`margin`).
 */
export interface Checkpoint {
  /** Lookup lists still to be fetched. */
  lookups: LookupKind[]
  /** First day of the window, `YYYYMMDD`. */
  since: string
  /** Everything from here to the end has been read; absent before the list's length is known. */
  cursor?: number
  /** The list's length when it was last seen. */
  total: number
  /** Items asked for at a time: doubled from page to page up to the largest, lowered when the service gives fewer. */
  pageSize: number
  largestPage: number
  /** Items beyond the cursor that a page repeats, at most half a page. */
  margin: number
  /** Pages in a row that had to be read again because the list grew by more than the margin. */
  stalls: number
  /** Which reading of the list this is, from 1: a list that turns out not to be in order is read again. */
  pass: number
  /** The latest `lastUpdated` there was when the run began, milliseconds; absent until seen. */
  updatedUpTo?: number
  /** `lastUpdated` of the earliest item read, milliseconds; absent until seen. */
  frontier?: number
  /** Whether the list has been in order so far. */
  ordered: boolean
  /** Items without an identifier, which cannot be kept. */
  leftOut: number
}

export const lookupKindsInOrder: LookupKind[] = ['manufacturer', 'brand', 'distributor', 'retailer']

/** @param firstPage smaller than the largest where little is expected, as every item downloaded counts at the service */
export const firstCheckpoint = (since: string, largestPage: number, firstPage = largestPage): Checkpoint => ({
  lookups: lookupKindsInOrder,
  since,
  total: 0,
  pageSize: Math.min(firstPage, largestPage),
  largestPage,
  margin: 0,
  stalls: 0,
  pass: 1,
  ordered: true,
  leftOut: 0,
})

/** A page to ask for. */
export interface PageRequest {
  /** `length`: one item, only to learn how many there are. */
  purpose: 'length' | 'page'
  idx: number
  limit: number
}

/** What an answer said, and what was found when it was kept. */
export interface PageAnswer {
  count: number
  total: number
  created: number
  changed: number
  unchanged: number
  leftOut: number
  firstUpdated?: number
  lastUpdated?: number
}

/** The next page to ask for; undefined when the list has been read. */
export function nextRequest({ cursor, margin, pageSize }: Checkpoint): PageRequest | undefined {
  if (cursor === undefined) return { purpose: 'length', idx: 0, limit: 1 }
  if (cursor <= 0) return undefined
  const idx = Math.max(0, cursor + margin - pageSize)
  return { purpose: 'page', idx, limit: cursor + margin - idx }
}

/** After as many, growth is taken for what it nearly always is: new items at the end, behind the reader. */
const mostStalls = 5

/**
 * The checkpoint behind an answer.
 * @throws StoreError `no-items` when the answer cannot be: none where there should be some
 */
export function advance(checkpoint: Checkpoint, asked: PageRequest, answer: PageAnswer): Checkpoint {
  const { total, count } = answer
  const { cursor = total, margin, pageSize, stalls } = checkpoint
  if (asked.purpose === 'length') return { ...checkpoint, total, cursor: total }

  const grown = Math.max(0, total - checkpoint.total)
  /** What is unread may reach up to here since the list grew. */
  const unreadEnd = Math.min(cursor + grown, total)
  if (count < Math.min(asked.limit, total - asked.idx)) {
    if (count === 0) {
      const message = `The service gave no items from ${asked.idx} of ${total}.`
      throw new StoreError('no-items', message, { problems: [] })
    }
    // It gives fewer at a time than asked for: the beginning of the page. Ask anew, for as many, from its end.
    const given = { pageSize: count, largestPage: count, margin: halfAtMost(margin, count) }
    return { ...checkpoint, ...given, total, cursor: unreadEnd }
  }
  const isWhole = asked.idx + count >= unreadEnd || stalls >= mostStalls
  if (!isWhole) {
    const wider = halfAtMost(Math.max(margin, 2 * grown), pageSize)
    return { ...checkpoint, total, cursor: unreadEnd, margin: wider, stalls: stalls + 1 }
  }
  const next: Checkpoint = {
    ...checkpoint,
    total,
    cursor: asked.idx,
    stalls: 0,
    pageSize: Math.min(2 * pageSize, checkpoint.largestPage),
    margin: halfAtMost(grown > 0 ? Math.max(margin, 2 * grown) : margin - 1, pageSize),
    leftOut: checkpoint.leftOut + answer.leftOut,
  }
  noteOrder(next, answer)
  return next
}

const halfAtMost = (margin: number, pageSize: number) =>
  Math.max(0, Math.min(margin, Math.floor(pageSize / 2)))

function noteOrder(next: Checkpoint, { count, firstUpdated, lastUpdated }: PageAnswer): void {
  if (firstUpdated === undefined || lastUpdated === undefined) {
    next.ordered &&= count === 0
    return
  }
  if (firstUpdated > lastUpdated || firstUpdated > (next.frontier ?? firstUpdated)) next.ordered = false
  next.frontier = Math.min(firstUpdated, next.frontier ?? firstUpdated)
  next.updatedUpTo ??= lastUpdated
}

/** Before this page the list holds nothing new: the page was known whole, the list is in order, no item is missing. */
export const isKnownFromHere = (
  { ordered, stalls, total }: Checkpoint,
  { count, unchanged }: PageAnswer,
  keptInWindow: number,
): boolean => ordered && stalls === 0 && count > 0 && unchanged === count && keptInWindow >= total

/** A list that was not in order, or lost items while it was read, is read again, this often at most. */
export const mostPasses = 3

/** Reads the list once more from its end. */
export const anotherPass = ({ cursor: _, frontier: __, ...checkpoint }: Checkpoint): Checkpoint => ({
  ...checkpoint,
  pass: checkpoint.pass + 1,
  stalls: 0,
  leftOut: 0,
})
