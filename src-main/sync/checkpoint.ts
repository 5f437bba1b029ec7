/**
 * Where the reading of a window stands: what is still to be asked for. Kept in the row of its slice, and written in
 * the transaction of the page that moved it.
 *
 * A list of items is ordered by `lastUpdated`, then identifier, and is read from its end to its beginning. What is
 * changed while it is read joins at the end, behind the reader, and moves what is not yet read towards the beginning:
 * still before the reader. So nothing is missed, however long the reading takes; what joined is the next run's.
 *
 * Only an item that is put in between moves what is not yet read the other way. The list grows then; whenever it
 * does, by however many, as many places behind the reader are read once more, and further pages overlap (`margin`).
 * Whatever else may happen shows when the list has been read: then it moved, or fewer different items were met than it
 * holds, and it is read again until it stands still (see `verdict`).
 *
 * The list's length is what the service says, until its answers show otherwise: see contradictions.ts. In the end it is
 * asked for what is behind its end, until nothing comes (`tail`).
 */
export interface Checkpoint {
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
  /** Different items met: in this pass, or in all passes over an open window, which is read on rather than anew. */
  distinct: number
  /** Items that went to quarantine. */
  setAside: number
  /** How the list began when this pass did; a list whose beginning moves is read again. */
  firstId?: string
  firstTotal?: number
  /** The list's length when it was first seen: by it the reading knows how long it may take. */
  claimed?: number
  /** Pages read so far, in all passes, and how many of them in a row brought nothing new. */
  pages?: number
  barren?: number
  /** The first items of the pages read last: a list begins anywhere only once. */
  begins?: string[]
  /** Present once the service's total was found untrue: from then on the length is what the answers show. */
  doubt?: Doubt
  /** While nothing comes where something should be: before here something may come. */
  low?: number
  /** Answers without items where there should have been some. */
  empties?: number
  /** Places of the list at which the service gives nothing. */
  hollow?: number
  /** A page with fewer items than there should be, until the next one shows whether the service gives fewer at a time. */
  short?: ShortPage
  /** Up to here something came; what is behind is asked for last, until nothing comes, and then the list has ended. */
  tail?: number
  ended?: boolean
  /** It is read from its beginning, as reading it from its end got nowhere. */
  isForward?: boolean
  /** Something was behind the end. */
  hasTail?: boolean
  /** Taken back for the window that it was cut from. */
  merged?: boolean
  /** A page that begins here could not be read: until the reading is past it, smaller ones find what of it is broken. */
  brokenFrom?: number
}

/** @param firstPage smaller than the largest where little is expected, as every item downloaded counts at the service */
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
   * `length`: one item, only to learn how many there are and how the list begins. `probe`: one item, to learn whether
   * the list reaches as far; like that of `length` it is not kept, as it comes again with its page. `tail`: what is behind the end that the service says.
   */
  purpose: 'length' | 'page' | 'probe' | 'tail'
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
  /** Items that went to quarantine by themselves. */
  setAside: number
  /** Items not met before in this pass. */
  distinct: number
  /** The first item's identifier; absent when there is none. */
  firstId?: string
  firstUpdated?: number
  lastUpdated?: number
}

/** Pages without items that are asked for one after the other before the last item is looked for by halves. */
const mostStepsBack = 20

/** The next page to ask for; undefined when the list has been read. */
export function nextRequest(checkpoint: Checkpoint): PageRequest | undefined {
  const { cursor, margin, pageSize, largestPage, brokenFrom, low, tail = 0, ended } = checkpoint
  if (cursor === undefined) return { purpose: 'length', idx: 0, limit: brokenFrom === undefined ? 1 : 0 }
  if (cursor <= 0) return ended ? undefined : { purpose: 'tail', idx: tail, limit: largestPage }
  if (low !== undefined && cursor - low > mostStepsBack * pageSize)
    return { purpose: 'probe', idx: Math.floor((low + cursor) / 2), limit: 1 }
  const idx = Math.max(0, cursor + margin - pageSize)
  return { purpose: 'page', idx, limit: cursor + margin - idx }
}

/** Before this page the list holds nothing new: the page was known whole, the list is in order, no item is missing. */
export const isKnownFromHere = (
  { ordered, stalls, total }: Checkpoint,
  { count, unchanged }: PageAnswer,
  keptInWindow: number,
): boolean => ordered && stalls === 0 && count > 0 && unchanged === count && keptInWindow >= total

/** A list that moves is read again, this often at most. */
export const mostPasses = 6

/**
 * Whether a list that has been read has to be read again. A closed window stands still, or something was moved out of
 * it or into it. What is changed meanwhile joins the end of an open one, behind the reader: that alone is no reason.
 * @param firstId of the list as the last page found it
 */
export function verdict(
  checkpoint: Checkpoint,
  { open, firstId }: { open: boolean; firstId: string | undefined },
): 'stable' | 'moved' {
  const { firstTotal, firstId: firstIdThen, total, doubt, pass } = checkpoint
  // Where the service's numbers are worth nothing, a second reading is as much as is asked of it.
  if (doubt) return isMissing(checkpoint) && pass < 2 ? 'moved' : 'stable'
  if (isMissing(checkpoint)) return 'moved'
  if (!open && (firstTotal !== total || (total > 0 && firstIdThen !== firstId))) return 'moved'
  return 'stable'
}

/** Whether fewer different items were met than the list has places. */
export const isMissing = ({ distinct, leftOut, setAside, hollow = 0, total }: Checkpoint): boolean =>
  distinct + leftOut + setAside + hollow < total

/** Reads the list once more from its end: a closed window anew, an open one on. */
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

/** What the service said, where its `total` was found untrue (contradictions.ts). */
interface Doubt {
  /** What it said last. */
  said: number
  /** It gave the same again and again, or no end of items: it was asked no more. */
  isEndless?: true
}

export interface ShortPage extends PageMoments {
  idx: number
  /** Where the page that was asked for ends. */
  end: number
  /** As many as were asked for at a time before. */
  largestPage: number
}

/** `lastUpdated` of a page's first and last items, milliseconds, and how many there are. */
interface PageMoments {
  count: number
  firstUpdated?: number | undefined
  lastUpdated?: number | undefined
}

/** Whether the list is in order, as far as this page shows, which is the one before those that were read. */
export function noteOrder(next: Checkpoint, { count, firstUpdated, lastUpdated }: PageMoments): void {
  if (firstUpdated === undefined || lastUpdated === undefined) {
    next.ordered &&= count === 0
    return
  }
  if (firstUpdated > lastUpdated || firstUpdated > (next.frontier ?? firstUpdated)) next.ordered = false
  next.frontier = Math.min(firstUpdated, next.frontier ?? firstUpdated)
  next.updatedUpTo ??= lastUpdated
}
