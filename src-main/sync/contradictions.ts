/**
 * A service whose numbers are not true. None of it ends a run: what comes is read to where the pages come back empty, and
 * the run says what the service said and what it gave.
 *
 * A `total` that is too large is found out by pages without items: the reading goes back to where items come, page by page
 * or, over a long way, by halves. One that is too small is found out by what comes from behind it: there the service is
 * asked until nothing comes. Pages that are short need not be the end: a service may give fewer at a time, or leave out
 * some of a page.
 */
import { StoreError } from '../storage/index.ts'
import {
  anotherPass,
  type Checkpoint,
  noteOrder,
  type PageAnswer,
  type PageRequest,
  type ShortPage,
} from './checkpoint.ts'
import { isWindow, type Slice, type WindowSlice } from './plan.ts'

/** Of a checkpoint, what tells whether the reading gets anywhere. */
interface Reading {
  pages?: number
  barren?: number
  claimed?: number
  largestPage: number
  distinct: number
  total: number
}

/**
 * So many pages in a row that bring nothing new, beyond those that hold all that has come, are taken for a service that
 * gives the same again and again: a list that moves while it is read may have to be read once more.
 */
export const mostBarren = 10
/** A list may move while it is read; when it has been asked for so many times over, and for so many pages, it ends. */
const mostTimesOver = 20
const fewPages = 1000

const contradiction = (code: 'no-items' | 'no-end', message: string, said: number): StoreError =>
  new StoreError(code, message, { said })

/** Calls that brought nothing where there should have been something, in one reading. */
const mostEmpties = 200

/** @throws StoreError `no-items` when there is nothing where the service says that there is something */
export function requireItems(answer: { count: number; total: number }, from: number, met: number): void {
  if (answer.count > 0 || answer.total <= from) return
  throw contradiction(
    'no-items',
    `The service says that it has ${answer.total} items here, but gives no items from ${from} of ${answer.total} on; ${met} different items of them have come.`,
    answer.total,
  )
}

/** @throws StoreError `no-end` */
function requireFewEmpties(empties: number, { total, distinct }: { total: number; distinct: number }): void {
  if (empties <= mostEmpties) return
  throw contradiction(
    'no-end',
    `The service says that it has ${total} items here, but gave none in ${empties} answers; ${distinct} different ones have come.`,
    total,
  )
}

/** @throws StoreError `no-end` when the reading gets nowhere */
export function requireProgress({
  pages = 0,
  barren = 0,
  claimed = 0,
  largestPage,
  distinct,
  total,
}: Reading): void {
  const most = fewPages + mostTimesOver * Math.ceil(claimed / largestPage)
  const isRepeating = barren >= mostBarren + Math.ceil(distinct / largestPage)
  if (!isRepeating && pages < most) return
  const what = isRepeating ? 'gives the same items again and again' : 'does not come to an end of its list'
  throw contradiction(
    'no-end',
    `The service ${what}: it says that it has ${total} items here, and after ${pages} answers ${distinct} different ones have come.`,
    total,
  )
}

/** Windows of a run; a list of a million items takes about two hundred. One more is not cut, but read as it is. */
export const mostWindows = 5000

/** An answer that says it is another page than was asked for: something between here and the service mixed them up. */
export function requirePage({ start }: { start: number }, { idx }: { idx: number }): void {
  // A service that leaves the attribute out counts as saying 0.
  if (start === idx || start === 0) return
  throw new StoreError('other-page', `The service answered with items from ${start} instead of ${idx}.`, {
    problems: [],
  })
}

/** A page that begins as one did that was read lately: a list begins anywhere only once. */
export const isRepeated = ({ begins = [] }: Checkpoint, { firstId }: Pick<PageAnswer, 'firstId'>): boolean =>
  firstId !== undefined && begins.includes(firstId)

/**
 * From `from` on nothing comes, up to where something came, or to the end.
 * @throws StoreError `no-end` when that happens too often
 */
export function passEmptiness(checkpoint: Checkpoint, from: number): Checkpoint {
  const { short, empties = 0, ...rest } = checkpoint
  requireFewEmpties(empties + 1, checkpoint)
  if (short) return { ...acceptShort(checkpoint, short), empties: empties + 1 }
  const { cursor = rest.total, low = 0 } = rest
  const next = { ...rest, margin: 0, cursor: from, empties: empties + 1, low: from > low ? low : 0 }
  if (cursor >= rest.total) return { ...next, total: from }
  return { ...next, hollow: (rest.hollow ?? 0) + cursor - from }
}

/** The short page was all there is in its place: the service does not give fewer at a time. */
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

/** Pages behind the end that bring something new; ten million items at a thousand a page. */
const mostTailPages = 10_000

/** Pages of a further pass that bring nothing new. */
const mostKnownPages = 1000

/** Behind an answer to the question what is behind the list's end. */
export function lookFurther(checkpoint: Checkpoint, asked: PageRequest, answer: PageAnswer): Checkpoint {
  const { count, firstId, total: said, lastUpdated } = answer
  const { begins = [], pages = 0 } = checkpoint
  if (count === 0)
    return {
      ...checkpoint,
      ended: true,
      ...(checkpoint.doubt && { total: Math.min(checkpoint.total, asked.idx) }),
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
    ...((isNew || checkpoint.isForward) && { total: Math.max(checkpoint.total, tail) }),
    ...(firstId !== undefined && { begins: [...begins.slice(1 - mostBarren), firstId] }),
  }
  if (isNew && tail > said) next.doubt = { said }
  // Where the end was not the end, the latest moment there is stands behind it.
  if (next.doubt && lastUpdated !== undefined)
    next.updatedUpTo = Math.max(lastUpdated, checkpoint.updatedUpTo ?? lastUpdated)
  // Further passes over an open window meet what is known already.
  if (barren >= (checkpoint.pass > 1 ? mostKnownPages : mostBarren))
    return checkpoint.isForward ? endless(next, said) : { ...next, ended: true }
  if (!isNew) return next
  next.hasTail = true
  next.leftOut += answer.leftOut
  next.setAside += answer.setAside
  if (next.doubt) next.doubt = { said }
  return pages < mostTailPages ? next : endless(next, said)
}

/**
 * A reading from the end that gets nowhere, as the service says another length with every answer, is begun anew from the
 * list's beginning, until nothing comes; when that gets nowhere either, no more is asked for.
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

/** What a run's windows were said to hold, and what came of it. */
interface Contradiction {
  said: number
  given: number
  isEndless: boolean
}

/** What is to be said of it. */
export function contradictionWords({ said, given, isEndless }: Contradiction): string {
  const claim = `The service says that it has ${said} items, but gave ${given} different ones`
  const how = isEndless
    ? ', and the same again and again or no end of them'
    : given > said
      ? '; it was asked until a page came back empty'
      : ''
  return `${claim}${how}. What came is kept, and no item is taken to be gone.`
}

const sum = (numbers: number[]): number => numbers.reduce((whole, part) => whole + part, 0)

/** Where all was known from somewhere on, not every item was met: then it is as many as there are places. */
function givenIn({ distinct, leftOut, setAside, total, hollow = 0, doubt }: Checkpoint): number {
  const met = distinct + leftOut + setAside
  return doubt?.isEndless ? met : Math.max(met, total - hollow)
}

/** Where what was asked for did not hold what the service said of it; undefined when all did. */
export function contradictionIn(slices: Slice[]): Contradiction | undefined {
  const windows = slices.filter(isWindow).filter(({ reading }) => !reading.merged)
  const [items, marks] = (['items', 'verified'] as const).map((purpose) =>
    contradictionOf(windows.filter(({ task }) => task.purpose === purpose)),
  )
  return items ?? marks
}

/** Parts of a window that was cut count as that window: what was said of the whole is what they are to hold. */
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
