/**
 * How far a window has been read, and what to request next. A checkpoint is stored in the row of its slice,
 * in the same transaction as the page that moved it.
 *
 * A list of items is ordered by `lastUpdated`, then identifier, and is read from its end to its start. An
 * item changed during the reading moves to the end of the list, behind the reader, and the unread items move
 * towards the start: they are still ahead of the reader. So no item is missed, however long the reading
 * takes. The next run reads the items that joined.
 *
 * Only an item inserted in the middle moves unread items towards the end, and then the list grows. The reader
 * goes back by as many positions as the list has grown, and further pages overlap (`margin`). All other
 * movements show when the list has been read: the list moved, or fewer different items were received than the
 * list contains. Then it is read again until it is stable (see `verdict`).
 *
 * The service's `total` counts as the list's length until the responses contradict it: see
 * reading/contradictions.ts. Finally, items behind the end of the list are requested until none arrives
 * (`tail`).
 */
export interface Checkpoint {
  /** Everything from this index to the end has been read; absent before the list's length is known. */
  cursor?: number
  /** The list's length in the latest response. */
  total: number
  /**
   * Items per request: doubled from page to page up to `largestPage`, lowered if the service returns fewer.
   */
  pageSize: number
  largestPage: number
  /** Number of items beyond the cursor that a page repeats; at most half a page. */
  margin: number
  /** Consecutive pages that were read again because the list grew by more than the margin. */
  stalls: number
  /** Number of the current pass over the list, from 1. An unordered list is read again. */
  pass: number
  /** The latest `lastUpdated` at the start of the run, in milliseconds; absent until known. */
  updatedUpTo?: number
  /** `lastUpdated` of the earliest item read, in milliseconds; absent until known. */
  frontier?: number
  /** Whether the list has been in order so far. */
  ordered: boolean
  /** Number of items without an identifier, which cannot be stored. */
  leftOut: number
  /** Number of different items received: in this pass, or for an open window in all passes. */
  distinct: number
  /** Number of items put in quarantine. */
  setAside: number
  /**
   * First item and length of the list at the start of this pass. If the start of the list moves, it is read
   * again.
   */
  firstId?: string
  firstTotal?: number
  /** The list's length in the first response; limits the number of pages. */
  claimed?: number
  /** Number of pages read so far, in all passes. */
  pages?: number
  /** Consecutive pages without a new item. */
  barren?: number
  /** The first items of the last pages. The same first item twice means that the service repeats itself. */
  begins?: string[]
  /** Present once the service's total was found wrong: from then on the responses determine the length. */
  doubt?: Doubt
  /** During unexpected empty responses: the highest index up to which items may exist. */
  low?: number
  /** Number of unexpected empty responses. */
  empties?: number
  /** Number of list positions for which the service returns no item. */
  hollow?: number
  /** A page with too few items, until the next page shows whether the service limits the page size. */
  short?: ShortPage
  /** Items were received up to this index. Items behind it are requested last, until none arrives. */
  tail?: number
  /** No item is behind the end. */
  ended?: boolean
  /** The list is read from its start, because reading from its end made no progress. */
  isForward?: boolean
  /** There were items behind the end. */
  hasTail?: boolean
  /** The window that this one is a part of is read instead. */
  merged?: boolean
  /** The page starting here could not be read; smaller pages locate the broken part. */
  brokenFrom?: number
}

/**
 * @param firstPage smaller than the maximum if few items are expected, because the service counts every
 * downloaded item
 */
export const firstCheckpoint = (largestPage: number, firstPage = largestPage): Checkpoint => ({
  total: 0,
  pageSize: Math.min(firstPage, largestPage),
  largestPage,
  margin: 0,
  stalls: 0,
  pass: 1,
  ordered: true,
  leftOut: 0,
  distinct: 0,
  setAside: 0,
})

/** The next page to request. */
export interface PageRequest {
  /**
   * `length`: one item, to get the total and the first item. `probe`: one item, to find out whether the list
   * reaches this index. Neither item is stored, as it arrives again with its page. `tail`: items behind the
   * end.
   */
  purpose: 'length' | 'page' | 'probe' | 'tail'
  idx: number
  limit: number
}

/** The numbers in a response, and the result of storing its items. */
export interface PageAnswer {
  count: number
  total: number
  created: number
  changed: number
  unchanged: number
  leftOut: number
  /** Items put in quarantine individually. */
  setAside: number
  /** Items not received before in this pass. */
  distinct: number
  /** Identifier of the first item, if any. */
  firstId?: string
  firstUpdated?: number
  lastUpdated?: number
}

/** Up to this many empty pages are skipped one by one; beyond that, the last item is located by bisection. */
const maxStepsBack = 20

/** The next page to request; undefined when the list has been read. */
export function nextRequest(checkpoint: Checkpoint): PageRequest | undefined {
  const { cursor, margin, pageSize, largestPage, brokenFrom, low, tail = 0, ended } = checkpoint
  if (cursor === undefined) return { purpose: 'length', idx: 0, limit: brokenFrom === undefined ? 1 : 0 }
  if (cursor <= 0) return ended ? undefined : { purpose: 'tail', idx: tail, limit: largestPage }
  if (low !== undefined && cursor - low > maxStepsBack * pageSize)
    return { purpose: 'probe', idx: Math.floor((low + cursor) / 2), limit: 1 }
  const idx = Math.max(0, cursor + margin - pageSize)
  return { purpose: 'page', idx, limit: cursor + margin - idx }
}

/**
 * Whether nothing new is before this page: all its items were known, the list is in order, and no item is
 * missing.
 */
export const isKnownFromHere = (
  { ordered, stalls, total }: Checkpoint,
  { count, unchanged }: PageAnswer,
  keptInWindow: number,
): boolean => ordered && stalls === 0 && count > 0 && unchanged === count && keptInWindow >= total

/** Maximum number of passes over a moving list. */
export const maxPasses = 6

/**
 * Whether a completely read list must be read again. A closed window that changed has lost or gained items.
 * In an open window, items changed during the reading move to its end, behind the reader; that alone is no
 * reason.
 * @param firstId the list's first item on the last page
 */
export function verdict(
  checkpoint: Checkpoint,
  { open, firstId }: { open: boolean; firstId: string | undefined },
): 'stable' | 'moved' {
  const { firstTotal, firstId: firstIdThen, total, doubt, pass } = checkpoint
  // A list with a wrong total is read at most twice.
  if (doubt) return isMissing(checkpoint) && pass < 2 ? 'moved' : 'stable'
  if (isMissing(checkpoint)) return 'moved'
  if (!open && (firstTotal !== total || (total > 0 && firstIdThen !== firstId))) return 'moved'
  return 'stable'
}

/** Whether fewer different items were received than the list has positions. */
export const isMissing = ({ distinct, leftOut, setAside, hollow = 0, total }: Checkpoint): boolean =>
  distinct + leftOut + setAside + hollow < total

/** Starts another pass from the list's end. An open window keeps its counts. */
export function anotherPass(before: Checkpoint, { open }: { open: boolean }): Checkpoint {
  const next: Checkpoint = {
    ...before,
    pass: before.pass + 1,
    stalls: 0,
    leftOut: 0,
    setAside: open ? before.setAside : 0,
    distinct: open ? before.distinct : 0,
  }
  for (const key of resetPerPass) delete next[key]
  return next
}

const resetPerPass = [
  ...(['cursor', 'frontier', 'firstId', 'firstTotal'] as const),
  ...(['low', 'hollow', 'short', 'tail', 'ended', 'hasTail'] as const),
]

/** A wrong `total` of the service (reading/contradictions.ts). */
interface Doubt {
  /** The total in the service's latest response. */
  said: number
  /** The service repeated itself or its list had no end; the reading was stopped. */
  isEndless?: true
}

export interface ShortPage extends PageMoments {
  idx: number
  /** The end of the requested page. */
  end: number
  /** The page size before this page. */
  largestPage: number
}

/** `lastUpdated` of a page's first and last item, in milliseconds, and the item count. */
interface PageMoments {
  count: number
  firstUpdated?: number | undefined
  lastUpdated?: number | undefined
}

/** Records whether this page is in order, in itself and relative to the pages read so far. */
export function noteOrder(next: Checkpoint, { count, firstUpdated, lastUpdated }: PageMoments): void {
  if (firstUpdated === undefined || lastUpdated === undefined) {
    next.ordered &&= count === 0
    return
  }
  if (firstUpdated > lastUpdated || firstUpdated > (next.frontier ?? firstUpdated)) next.ordered = false
  next.frontier = Math.min(firstUpdated, next.frontier ?? firstUpdated)
  next.updatedUpTo ??= lastUpdated
}
