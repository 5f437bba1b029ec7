/**
 * Handles services whose totals are wrong. A wrong total ends no run: the list is read until its pages are
 * empty, and the run reports the announced and the received number of items.
 *
 * Empty pages mean that a `total` is too large: the reader goes back to where items are, page by page or,
 * over a long distance, by bisection. Items behind the end mean that a `total` is too small: further items
 * are requested until none arrives. A short page is not necessarily the end: a service may return fewer items
 * at a time, or omit some items of a page.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import {
  anotherPass,
  type Checkpoint,
  noteOrder,
  type PageAnswer,
  type PageRequest,
  type ShortPage,
} from '../checkpoint.ts'
import { isWindow, type Slice, type WindowSlice } from '../plan.ts'

/** The members of a checkpoint that show whether the reading makes progress. */
interface Reading {
  pages?: number
  barren?: number
  claimed?: number
  largestPage: number
  distinct: number
  total: number
}

/**
 * After this many pages in a row without a new item, the service counts as repeating itself. The number of
 * pages for reading all items once more is added, because a moving list may be read again.
 */
export const maxBarren = 10
/**
 * Maximum number of pages as a multiple of the list's pages, plus {@link fewPages}, before the reading ends.
 */
const maxRereads = 20
const extraPages = 1000

const contradiction = (code: 'no-items' | 'no-end', message: string, said: number): PlainError =>
  new PlainError(code, message, { data: { said } })

/** Maximum number of unexpected empty responses in one reading. */
const maxEmpties = 200

/** @throws PlainError `no-items` if a response is empty although the service reports items there */
export function requireItems(answer: { count: number; total: number }, from: number, met: number): void {
  if (answer.count > 0 || answer.total <= from) return
  throw contradiction(
    'no-items',
    say`The service announced ${answer.total} items here, but sends none from number ${from} on. Received so far: ${met} different items.`,
    answer.total,
  )
}

/** @throws PlainError `no-end` */
function requireFewEmpties(empties: number, { total, distinct }: { total: number; distinct: number }): void {
  if (empties <= maxEmpties) return
  throw contradiction(
    'no-end',
    say`The service announced ${total} items here, but ${empties} responses were empty. Received so far: ${distinct} different items.`,
    total,
  )
}

/** @throws PlainError `no-end` if the reading makes no progress */
export function requireProgress({
  pages = 0,
  barren = 0,
  claimed = 0,
  largestPage,
  distinct,
  total,
}: Reading): void {
  const maxPages = extraPages + maxRereads * Math.ceil(claimed / largestPage)
  const isRepeating = barren >= maxBarren + Math.ceil(distinct / largestPage)
  if (!isRepeating && pages < maxPages) return
  throw contradiction(
    'no-end',
    isRepeating
      ? say`The service keeps sending the same items: it announced ${total} items here, but sent ${distinct} different ones in ${pages} responses.`
      : say`The service’s list has no end: it announced ${total} items here, but sent ${distinct} different ones in ${pages} responses.`,
    total,
  )
}

/**
 * Maximum number of windows in a run; then no window is split further. A list of a million items needs about
 * two hundred.
 */
export const maxWindows = 5000

/**
 * @throws PlainError `other-page` if the response is not the requested page because a program in between
 * mixed up responses
 */
export function requirePage({ start }: { start: number }, { idx }: { idx: number }): void {
  // A missing attribute counts as 0.
  if (start === idx || start === 0) return
  throw new PlainError('other-page', say`The service answered with items from ${start} instead of ${idx}.`)
}

/** Whether the page starts with the same item as one of the last pages; no two pages of a list do. */
export const isRepeated = ({ begins = [] }: Checkpoint, { firstId }: Pick<PageAnswer, 'firstId'>): boolean =>
  firstId !== undefined && begins.includes(firstId)

/**
 * Skips a range without items, from `from` to the cursor.
 * @throws PlainError `no-end` after too many such ranges
 */
export function skipEmptyRange(checkpoint: Checkpoint, from: number): Checkpoint {
  const { short, empties = 0, ...rest } = checkpoint
  requireFewEmpties(empties + 1, checkpoint)
  if (short) return { ...acceptShort(checkpoint, short), empties: empties + 1 }
  const { cursor = rest.total, low = 0 } = rest
  const next = { ...rest, margin: 0, cursor: from, empties: empties + 1, low: from > low ? low : 0 }
  if (cursor >= rest.total) return { ...next, total: from }
  return { ...next, hollow: (rest.hollow ?? 0) + cursor - from }
}

/** Accepts a short page as all items of its range: the service does not limit the page size. */
export function acceptShort(checkpoint: Checkpoint, short: ShortPage, said?: number): Checkpoint {
  const { short: _, doubt, ...rest } = checkpoint
  const { idx, count, end, largestPage } = short
  const sizes = { pageSize: largestPage, largestPage, margin: 0 }
  const next: Checkpoint = {
    ...rest,
    ...sizes,
    cursor: idx,
    doubt: { ...doubt, said: said ?? doubt?.said ?? rest.total },
  }
  noteOrder(next, short)
  if (end >= rest.total) return { ...next, total: idx + count }
  return { ...next, hollow: (rest.hollow ?? 0) + end - idx - count }
}

/** Maximum number of pages with new items behind the end: ten million items at a thousand per page. */
const maxTailPages = 10_000

/** Maximum number of pages without new items in a further pass. */
const maxKnownPages = 1000

/** Returns the checkpoint after a response to a request behind the end of the list. */
export function readTail(checkpoint: Checkpoint, request: PageRequest, answer: PageAnswer): Checkpoint {
  const { count, firstId, total: said, lastUpdated } = answer
  const { begins = [], pages = 0 } = checkpoint
  if (count === 0)
    return {
      ...checkpoint,
      ended: true,
      total: checkpoint.doubt ? Math.min(checkpoint.total, request.idx) : checkpoint.total,
    }
  if (isRepeated(checkpoint, answer))
    return checkpoint.isForward ? endReading(checkpoint, said) : { ...checkpoint, ended: true }
  const isNew = answer.distinct > 0
  const tail = request.idx + Math.min(count, request.limit)
  const barren = isNew ? 0 : (checkpoint.barren ?? 0) + 1
  const next: Checkpoint = {
    ...checkpoint,
    tail,
    barren,
    pages: pages + 1,
    distinct: checkpoint.distinct + answer.distinct,
    total: isNew || checkpoint.isForward ? Math.max(checkpoint.total, tail) : checkpoint.total,
    begins: firstId === undefined ? checkpoint.begins : [...begins.slice(1 - maxBarren), firstId],
  }
  if (isNew && tail > said) next.doubt = { said }
  // The latest item is behind the announced end.
  if (next.doubt && lastUpdated !== undefined)
    next.updatedUpTo = Math.max(lastUpdated, checkpoint.updatedUpTo ?? lastUpdated)
  // Further passes over an open window bring known items.
  if (barren >= (checkpoint.pass > 1 ? maxKnownPages : maxBarren))
    return checkpoint.isForward ? endReading(next, said) : { ...next, ended: true }
  if (!isNew) return next
  next.hasTail = true
  next.leftOut += answer.leftOut
  next.setAside += answer.setAside
  if (next.doubt) next.doubt = { said }
  return pages < maxTailPages ? next : endReading(next, said)
}

/**
 * Restarts a reading that makes no progress, reading from the start of the list, because the service reports
 * a different length in every response. If that makes no progress either, the reading ends.
 */
export const restartReading = (
  checkpoint: Checkpoint,
  { said, open, largestPage }: { said: number; open: boolean; largestPage: number },
): Checkpoint =>
  checkpoint.isForward
    ? endReading(checkpoint, said)
    : {
        ...anotherPass(checkpoint, { open }),
        ...{ total: 0, cursor: 0, margin: 0, pageSize: largestPage, largestPage },
        ...{ barren: 0, begins: [], ordered: false, doubt: { said }, isForward: true },
      }

const endReading = (checkpoint: Checkpoint, said: number): Checkpoint => ({
  ...checkpoint,
  cursor: 0,
  ended: true,
  doubt: { said, isEndless: true },
})

/** The number of items the service announced for a run's windows, and the number received. */
interface Contradiction {
  said: number
  given: number
  isEndless: boolean
}

/** The remark about a contradiction in the run's note. */
export function contradictionWords({ said, given, isEndless }: Contradiction): string {
  const claim = isEndless
    ? say`The service announced ${said} items, but sent ${given} different ones and kept repeating them.`
    : given > said
      ? say`The service announced ${said} items, but sent ${given} different ones. The sync continued until a page was empty.`
      : say`The service announced ${said} items, but sent ${given} different ones.`
  return `${claim} ${say`The received items are saved, and no item was marked as no longer listed.`}`
}

const sum = (numbers: number[]): number => numbers.reduce((whole, part) => whole + part, 0)

/**
 * The number of items received. A reading that stopped at known items did not receive all of them: list
 * positions count.
 */
function givenIn({ distinct, leftOut, setAside, total, hollow = 0, doubt }: Checkpoint): number {
  const met = distinct + leftOut + setAside
  return doubt?.isEndless ? met : Math.max(met, total - hollow)
}

/** The contradiction in a run's windows; undefined if the received items match the announced numbers. */
export function contradictionIn(slices: Slice[]): Contradiction | undefined {
  const windows = slices.filter(isWindow).filter(({ reading }) => !reading.merged)
  const [items, marks] = (['items', 'verified'] as const).map((purpose) =>
    contradictionOf(windows.filter(({ task }) => task.purpose === purpose)),
  )
  return items ?? marks
}

/** The parts of a split window count together, because the total was announced for the whole window. */
function contradictionOf(windows: WindowSlice[]): Contradiction | undefined {
  const byWindow = new Map<string, Contradiction & { isDoubted: boolean }>()
  for (const { number, task, reading } of windows) {
    const { within, m, b } = task
    const key = within ? JSON.stringify({ within, m, b }) : String(number)
    const before = byWindow.get(key) ?? { said: 0, given: 0, isEndless: false, isDoubted: false }
    const { doubt } = reading
    byWindow.set(key, {
      said: within?.total ?? doubt?.said ?? 0,
      given: before.given + givenIn(reading),
      isEndless: before.isEndless || doubt?.isEndless === true,
      isDoubted: before.isDoubted || doubt !== undefined,
    })
  }
  const contradicted = [...byWindow.values()].filter(
    ({ said, given, isDoubted }) => isDoubted || given < said,
  )
  if (contradicted.length === 0) return undefined
  return {
    said: sum(contradicted.map(({ said }) => said)),
    given: sum(contradicted.map(({ given }) => given)),
    isEndless: contradicted.some(({ isEndless }) => isEndless),
  }
}
