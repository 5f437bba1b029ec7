/**
 * Answers that contradict what was asked for, or what the service said before. None ends a run: what comes is read to
 * where the pages come back empty, and the run says what the service said and what it gave (total-in-doubt.ts).
 */
import { StoreError } from '../storage/index.ts'

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
export function requireFewEmpties(
  empties: number,
  { total, distinct }: { total: number; distinct: number },
): void {
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
