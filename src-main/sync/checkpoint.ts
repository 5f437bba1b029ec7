/**
 * How far a window has been read, and what is still to be asked for. A checkpoint is kept in the row of its slice, and
 * is written in the transaction of the page that moved it.
 *
 * A list of items is ordered by `lastUpdated`, then identifier, and is read from its end to its beginning. An item that
 * is changed meanwhile joins the list at its end, behind the reader, and the unread items move towards the beginning:
 * they are still before the reader. So no item is missed, however long the reading takes; the next run reads the items
 * that joined.
 *
 * Only an item that is put in between moves unread items towards the end, and then the list grows. By as many places as
 * the list has grown the reader goes back, and further pages overlap (`margin`). Every other movement shows when the list
 * has been read: the list moved, or fewer different items were met than the list holds, and the list is read again until
 * it stands still (see `verdict`).
 *
 * The service's `total` counts as the list's length until its answers show otherwise: see reading/contradictions.ts. At
 * last the service is asked for items behind the end of the list, until none comes (`tail`).
 */
export interface Checkpoint {
  /** Everything from here to the end has been read; absent before the list's length is known. */
  cursor?: number
  /** The list's length when it was last seen. */
  total: number
  /** Items asked for at a time: doubled from page to page up to the largest, lowered when the service gives fewer. */
  pageSize: number
  largestPage: number
  /** How many items beyond the cursor a page repeats, at most half a page. */
  margin: number
  /** Pages in a row that had to be read again because the list grew by more than the margin. */
  stalls: number
  /** The number of the present reading of the list, from 1: a list that turns out not to be in order is read again. */
  pass: number
  /** The latest `lastUpdated` when the run began, milliseconds; absent until seen. */
  updatedUpTo?: number
  /** `lastUpdated` of the earliest item read, milliseconds; absent until seen. */
  frontier?: number
  /** Whether the list has been in order so far. */
  ordered: boolean
  /** Items without an identifier, which cannot be kept. */
  leftOut: number
  /** Different items met: in this pass, or, in an open window, in all passes. */
  distinct: number
  /** Items that went to quarantine. */
  setAside: number
  /** The first item and the length of the list when this pass began; a list whose beginning moves is read again. */
  firstId?: string
  firstTotal?: number
  /** The list's length when first seen: it bounds how many pages the reading may take. */
  claimed?: number
  /** Pages read so far, in all passes. */
  pages?: number
  /** Pages in a row that brought no new item. */
  barren?: number
  /** The first items of the last pages: the same first item twice means that the service repeats itself. */
  begins?: string[]
  /** Present once the service's total was found untrue: from then on the answers show the length. */
  doubt?: Doubt
  /** While answers are empty that should not be: the last place where items may still come. */
  low?: number
  /** Answers without items where the service says that there are some. */
  empties?: number
  /** Places of the list at which the service gives no item. */
  hollow?: number
  /** A page with too few items, until the next page shows whether the service gives fewer at a time. */
  short?: ShortPage
  /** Items came up to here. Items behind are asked for last, until none comes. */
  tail?: number
  /** No item is behind the end. */
  ended?: boolean
  /** The list is read from its beginning, since reading from its end got nowhere. */
  isForward?: boolean
  /** Items were behind the end. */
  hasTail?: boolean
  /** The window from which this one was cut is read in its place. */
  merged?: boolean
  /** A page that begins here could not be read: smaller pages find out which part is broken. */
  brokenFrom?: number
}

/** @param firstPage smaller than the largest where few items are expected, since the service counts every downloaded item */
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

/** A page to ask for. */
export interface PageRequest {
  /**
   * `length`: one item, to learn how many there are and which is the first. `probe`: one item, to learn whether the list
   * reaches as far. Neither item is kept, since it comes again with its page. `tail`: items behind the end.
   */
  purpose: 'length' | 'page' | 'probe' | 'tail'
  idx: number
  limit: number
}

/** What an answer said, and what keeping its items found. */
export interface PageAnswer {
  count: number
  total: number
  created: number
  changed: number
  unchanged: number
  leftOut: number
  /** Items that went to quarantine by themselves. */
  setAside: number
  /** Items not met before in this pass. */
  distinct: number
  /** The first item's identifier; absent when there is none. */
  firstId?: string
  firstUpdated?: number
  lastUpdated?: number
}

/** So many empty pages are passed one by one; over a longer way the last item is found by halves. */
const maxStepsBack = 20

/** The next page to ask for; undefined when the list has been read. */
export function nextRequest(checkpoint: Checkpoint): PageRequest | undefined {
  const { cursor, margin, pageSize, largestPage, brokenFrom, low, tail = 0, ended } = checkpoint
  if (cursor === undefined) return { purpose: 'length', idx: 0, limit: brokenFrom === undefined ? 1 : 0 }
  if (cursor <= 0) return ended ? undefined : { purpose: 'tail', idx: tail, limit: largestPage }
  if (low !== undefined && cursor - low > maxStepsBack * pageSize)
    return { purpose: 'probe', idx: Math.floor((low + cursor) / 2), limit: 1 }
  const idx = Math.max(0, cursor + margin - pageSize)
  return { purpose: 'page', idx, limit: cursor + margin - idx }
}

/** Whether the list holds nothing new before this page: the whole page was known, the list is in order, no item is missing. */
export const isKnownFromHere = (
  { ordered, stalls, total }: Checkpoint,
  { count, unchanged }: PageAnswer,
  keptInWindow: number,
): boolean => ordered && stalls === 0 && count > 0 && unchanged === count && keptInWindow >= total

/** A list that moves is read again, this often at most. */
export const maxPasses = 6

/**
 * Whether a list that has been read has to be read again. A closed window that changed has lost or gained items. Items
 * changed meanwhile join the end of an open window, behind the reader: such a change alone is no reason.
 * @param firstId the list's first item as the last page showed it
 */
export function verdict(
  checkpoint: Checkpoint,
  { open, firstId }: { open: boolean; firstId: string | undefined },
): 'stable' | 'moved' {
  const { firstTotal, firstId: firstIdThen, total, doubt, pass } = checkpoint
  // A service with untrue numbers is read twice at most.
  if (doubt) return isMissing(checkpoint) && pass < 2 ? 'moved' : 'stable'
  if (isMissing(checkpoint)) return 'moved'
  if (!open && (firstTotal !== total || (total > 0 && firstIdThen !== firstId))) return 'moved'
  return 'stable'
}

/** Whether fewer different items were met than the list has places. */
export const isMissing = ({ distinct, leftOut, setAside, hollow = 0, total }: Checkpoint): boolean =>
  distinct + leftOut + setAside + hollow < total

/** Reads the list once more from its end; an open window keeps its counts. */
export function anotherPass(before: Checkpoint, { open }: { open: boolean }): Checkpoint {
  const next: Checkpoint = {
    ...before,
    pass: before.pass + 1,
    stalls: 0,
    leftOut: 0,
    setAside: open ? before.setAside : 0,
    distinct: open ? before.distinct : 0,
  }
  for (const key of ofOnePass) delete next[key]
  return next
}

const ofOnePass = [
  ...(['cursor', 'frontier', 'firstId', 'firstTotal'] as const),
  ...(['low', 'hollow', 'short', 'tail', 'ended', 'hasTail'] as const),
]

/** A `total` of the service that was found untrue (reading/contradictions.ts). */
interface Doubt {
  /** The total that the service said last. */
  said: number
  /** The service repeated itself, or its items had no end; it was asked no more. */
  isEndless?: true
}

export interface ShortPage extends PageMoments {
  idx: number
  /** The end of the page that was asked for. */
  end: number
  /** How many items were asked for at a time before. */
  largestPage: number
}

/** `lastUpdated` of a page's first and last items, milliseconds, and how many there are. */
interface PageMoments {
  count: number
  firstUpdated?: number | undefined
  lastUpdated?: number | undefined
}

/** Notes whether this page is in order, in itself and before the pages that were read. */
export function noteOrder(next: Checkpoint, { count, firstUpdated, lastUpdated }: PageMoments): void {
  if (firstUpdated === undefined || lastUpdated === undefined) {
    next.ordered &&= count === 0
    return
  }
  if (firstUpdated > lastUpdated || firstUpdated > (next.frontier ?? firstUpdated)) next.ordered = false
  next.frontier = Math.min(firstUpdated, next.frontier ?? firstUpdated)
  next.updatedUpTo ??= lastUpdated
}
