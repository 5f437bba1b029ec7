/**
 * Services whose numbers are not true. An untrue number ends no run: the list is read until its pages come back empty,
 * and the run tells what the service said and what it gave.
 *
 * Empty pages show that a `total` is too large: the reading goes back to where items come, page by page or, over a long
 * way, by halves. Items behind the end show that a `total` is too small: the service is asked for more until none comes.
 * A short page need not be the end: a service may give fewer items at a time, or leave out some items of a page.
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

/** The members of a checkpoint that tell whether the reading gets anywhere. */
interface Reading {
  pages?: number
  barren?: number
  claimed?: number
  largestPage: number
  distinct: number
  total: number
}

/**
 * A service that brings nothing new in so many pages in a row repeats itself. The pages of one more reading of all items
 * are allowed on top, since a list that moves may be read again.
 */
export const maxBarren = 10
/** The pages of a list may be asked for so many times over, plus {@link fewPages}, before the reading ends. */
const maxTimesOver = 20
const fewPages = 1000

const contradiction = (code: 'no-items' | 'no-end', message: string, said: number): PlainError =>
  new PlainError(code, message, { data: { said } })

/** Empty answers in one reading, where the service says that there are items. */
const maxEmpties = 200

/** @throws PlainError `no-items` when an answer is empty where the service says that there are items */
export function requireItems(answer: { count: number; total: number }, from: number, met: number): void {
  if (answer.count > 0 || answer.total <= from) return
  throw contradiction(
    'no-items',
    say`The service says that it has ${answer.total} items here, but gives none from number ${from} on; ${met} different items of them have come.`,
    answer.total,
  )
}

/** @throws PlainError `no-end` */
function requireFewEmpties(empties: number, { total, distinct }: { total: number; distinct: number }): void {
  if (empties <= maxEmpties) return
  throw contradiction(
    'no-end',
    say`The service says that it has ${total} items here, but gave none in ${empties} answers; ${distinct} different ones have come.`,
    total,
  )
}

/** @throws PlainError `no-end` when the reading gets nowhere */
export function requireProgress({
  pages = 0,
  barren = 0,
  claimed = 0,
  largestPage,
  distinct,
  total,
}: Reading): void {
  const most = fewPages + maxTimesOver * Math.ceil(claimed / largestPage)
  const isRepeating = barren >= maxBarren + Math.ceil(distinct / largestPage)
  if (!isRepeating && pages < most) return
  throw contradiction(
    'no-end',
    isRepeating
      ? say`The service gives the same items again and again: it says that it has ${total} items here, and after ${pages} answers ${distinct} different ones have come.`
      : say`The service does not come to an end of its list: it says that it has ${total} items here, and after ${pages} answers ${distinct} different ones have come.`,
    total,
  )
}

/** Windows of a run; a list of a million items takes about two hundred. With so many, no further window is cut. */
export const maxWindows = 5000

/** @throws PlainError `other-page` when the answer is not the page asked for: a program on the way mixed answers up */
export function requirePage({ start }: { start: number }, { idx }: { idx: number }): void {
  // A service that leaves the attribute out counts as saying 0.
  if (start === idx || start === 0) return
  throw new PlainError('other-page', say`The service answered with items from ${start} instead of ${idx}.`)
}

/** Whether the page begins like one of the last pages, as no two pages of a list do. */
export const isRepeated = ({ begins = [] }: Checkpoint, { firstId }: Pick<PageAnswer, 'firstId'>): boolean =>
  firstId !== undefined && begins.includes(firstId)

/**
 * Goes back over a stretch without items, from `from` to the cursor.
 * @throws PlainError `no-end` after too many such stretches
 */
export function skipEmptiness(checkpoint: Checkpoint, from: number): Checkpoint {
  const { short, empties = 0, ...rest } = checkpoint
  requireFewEmpties(empties + 1, checkpoint)
  if (short) return { ...acceptShort(checkpoint, short), empties: empties + 1 }
  const { cursor = rest.total, low = 0 } = rest
  const next = { ...rest, margin: 0, cursor: from, empties: empties + 1, low: from > low ? low : 0 }
  if (cursor >= rest.total) return { ...next, total: from }
  return { ...next, hollow: (rest.hollow ?? 0) + cursor - from }
}

/** Takes a short page for all the items in its place: the service does not give fewer items at a time. */
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

/** Pages behind the end that bring new items, at most: ten million items at a thousand a page. */
const maxTailPages = 10_000

/** Pages of a further pass that bring nothing new, at most. */
const maxKnownPages = 1000

/** The checkpoint after an answer with items behind the end of the list. */
export function readTail(checkpoint: Checkpoint, asked: PageRequest, answer: PageAnswer): Checkpoint {
  const { count, firstId, total: said, lastUpdated } = answer
  const { begins = [], pages = 0 } = checkpoint
  if (count === 0)
    return {
      ...checkpoint,
      ended: true,
      total: checkpoint.doubt ? Math.min(checkpoint.total, asked.idx) : checkpoint.total,
    }
  if (isRepeated(checkpoint, answer))
    return checkpoint.isForward ? endless(checkpoint, said) : { ...checkpoint, ended: true }
  const isNew = answer.distinct > 0
  const tail = asked.idx + Math.min(count, asked.limit)
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
  // The latest item stands behind an end that was not the end.
  if (next.doubt && lastUpdated !== undefined)
    next.updatedUpTo = Math.max(lastUpdated, checkpoint.updatedUpTo ?? lastUpdated)
  // Further passes over an open window bring known items.
  if (barren >= (checkpoint.pass > 1 ? maxKnownPages : maxBarren))
    return checkpoint.isForward ? endless(next, said) : { ...next, ended: true }
  if (!isNew) return next
  next.hasTail = true
  next.leftOut += answer.leftOut
  next.setAside += answer.setAside
  if (next.doubt) next.doubt = { said }
  return pages < maxTailPages ? next : endless(next, said)
}

/**
 * Begins a reading anew that gets nowhere, from the list's beginning on, since the service says another length with every
 * answer. When the reading from the beginning gets nowhere either, the service is asked no more.
 */
export const startOver = (
  checkpoint: Checkpoint,
  { said, open, largestPage }: { said: number; open: boolean; largestPage: number },
): Checkpoint =>
  checkpoint.isForward
    ? endless(checkpoint, said)
    : {
        ...anotherPass(checkpoint, { open }),
        ...{ total: 0, cursor: 0, margin: 0, pageSize: largestPage, largestPage },
        ...{ barren: 0, begins: [], ordered: false, doubt: { said }, isForward: true },
      }

const endless = (checkpoint: Checkpoint, said: number): Checkpoint => ({
  ...checkpoint,
  cursor: 0,
  ended: true,
  doubt: { said, isEndless: true },
})

/** How many items the service says a run's windows hold, and how many it gave. */
interface Contradiction {
  said: number
  given: number
  isEndless: boolean
}

/** The remark about a contradiction in the run's note. */
export function contradictionWords({ said, given, isEndless }: Contradiction): string {
  const claim = isEndless
    ? say`The service says that it has ${said} items, but gave ${given} different ones, and the same again and again or no end of them.`
    : given > said
      ? say`The service says that it has ${said} items, but gave ${given} different ones; it was asked until a page came back empty.`
      : say`The service says that it has ${said} items, but gave ${given} different ones.`
  return `${claim} ${say`What came is kept, and no item is taken to be gone.`}`
}

const sum = (numbers: number[]): number => numbers.reduce((whole, part) => whole + part, 0)

/** How many items the service gave. A reading that stopped where all was known did not meet every item: places count. */
function givenIn({ distinct, leftOut, setAside, total, hollow = 0, doubt }: Checkpoint): number {
  const met = distinct + leftOut + setAside
  return doubt?.isEndless ? met : Math.max(met, total - hollow)
}

/** Where a run's windows held another number of items than the service said; undefined when none did. */
export function contradictionIn(slices: Slice[]): Contradiction | undefined {
  const windows = slices.filter(isWindow).filter(({ reading }) => !reading.merged)
  const [items, marks] = (['items', 'verified'] as const).map((purpose) =>
    contradictionOf(windows.filter(({ task }) => task.purpose === purpose)),
  )
  return items ?? marks
}

/** Parts of a window that was cut count together: the whole was said to hold so many items. */
function contradictionOf(windows: WindowSlice[]): Contradiction | undefined {
  const wholes = new Map<string, Contradiction & { isDoubted: boolean }>()
  for (const { number, task, reading } of windows) {
    const { within, m, b } = task
    const key = within ? JSON.stringify({ within, m, b }) : String(number)
    const before = wholes.get(key) ?? { said: 0, given: 0, isEndless: false, isDoubted: false }
    const { doubt } = reading
    wholes.set(key, {
      said: within?.total ?? doubt?.said ?? 0,
      given: before.given + givenIn(reading),
      isEndless: before.isEndless || doubt?.isEndless === true,
      isDoubted: before.isDoubted || doubt !== undefined,
    })
  }
  const contradicted = [...wholes.values()].filter(({ said, given, isDoubted }) => isDoubted || given < said)
  if (contradicted.length === 0) return undefined
  return {
    said: sum(contradicted.map(({ said }) => said)),
    given: sum(contradicted.map(({ given }) => given)),
    isEndless: contradicted.some(({ isEndless }) => isEndless),
  }
}
