import { anotherPass, type Checkpoint, type PageAnswer, type PageRequest } from './checkpoint.ts'
import { mostBarren, requireFewEmpties } from './contradictions.ts'
import { noteOrder, type PageMoments } from './list-order.ts'

/**
 * A service whose `total` is not true. One that is too large is found out by pages without items: the reading goes back
 * to where items come, page by page or, over a long way, by halves. One that is too small is found out by what comes
 * from behind it: there the service is asked until nothing comes. Pages that are short need not be the end: a service
 * may give fewer at a time, or leave out some of a page.
 */
export interface Doubt {
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
export interface Contradiction {
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
