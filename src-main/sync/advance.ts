/** What an answer does to a checkpoint: how far the reading is then, and what it asks for next. */

import { type Checkpoint, noteOrder, type PageAnswer, type PageRequest } from './checkpoint.ts'
import {
  acceptShort,
  isRepeated,
  lookFurther,
  mostBarren,
  passEmptiness,
  requireItems,
  requireProgress,
} from './contradictions.ts'

/** After as many, growth is taken for what it nearly always is: new items at the end, behind the reader. */
const mostStalls = 5

/**
 * The checkpoint behind an answer.
 * @throws StoreError `no-items` or `no-end` when the answer cannot be: none where there should be some, or nothing new
 */
export function advance(before: Checkpoint, asked: PageRequest, answer: PageAnswer): Checkpoint {
  const { count } = answer
  const reached = count > 0 ? asked.idx + Math.min(count, asked.limit) : 0
  if (asked.purpose === 'tail') return lookFurther(before, asked, answer)
  const isUntrue = before.doubt !== undefined || reached > answer.total
  const checkpoint: Checkpoint = {
    ...before,
    // Before a probe there may be what nobody has asked for yet.
    ...(asked.purpose !== 'probe' && reached > (before.tail ?? 0) && { tail: reached }),
    ...(isUntrue && { doubt: { said: answer.total } }),
  }
  const total = Math.max(isUntrue ? before.total : answer.total, reached)
  const { cursor = total, margin, pageSize, stalls } = checkpoint
  if (asked.purpose === 'length') {
    const { firstId } = answer
    const { brokenFrom: _, ...rest } = checkpoint
    const { claimed = total } = checkpoint
    return {
      ...rest,
      total,
      claimed,
      cursor: total,
      firstTotal: total,
      ...(total === 0 && answer.total === 0 && !isUntrue && { ended: true }),
      ...(firstId !== undefined && { firstId }),
    }
  }

  const distinct = checkpoint.distinct + answer.distinct
  if (asked.purpose === 'probe')
    return count === 0 ? passEmptiness(checkpoint, asked.idx) : { ...checkpoint, total, low: asked.idx + 1 }
  if (count === 0 && isUntrue) return passEmptiness(checkpoint, asked.idx)
  requireItems(answer, asked.idx, distinct)
  // Of windows read side by side each may call new what only the other has met: a page that begins like one before
  // it brings nothing new either.
  const { firstId } = answer
  const { begins = [] } = checkpoint
  const isNew = !isRepeated(checkpoint, answer) && answer.distinct + answer.leftOut + answer.setAside > 0
  const progress = {
    pages: (checkpoint.pages ?? 0) + 1,
    ...(firstId !== undefined && { begins: [...begins.slice(1 - mostBarren), firstId] }),
    // Further passes over an open window meet what is known already.
    barren: isNew || checkpoint.pass > 1 ? 0 : (checkpoint.barren ?? 0) + 1,
  }
  requireProgress({ ...checkpoint, ...progress, distinct, total })
  const { low: _, short, ...rest } = checkpoint
  const grown = Math.max(0, total - checkpoint.total)
  /** What is unread may reach up to here since the list grew. */
  const unreadEnd = Math.min(cursor + grown, total)
  if (count < Math.min(asked.limit, total - asked.idx)) {
    if (short && answer.distinct === 0)
      return { ...acceptShort(checkpoint, short, answer.total), ...progress, distinct }
    // It gives fewer at a time than asked for: the beginning of the page. Ask anew, for as many, from its end.
    const given = { pageSize: count, largestPage: count, margin: halfAtMost(margin, count) }
    const { largestPage } = short ?? checkpoint
    const { firstUpdated, lastUpdated } = answer
    const isShort = {
      idx: asked.idx,
      count,
      end: asked.idx + asked.limit,
      largestPage,
      firstUpdated,
      lastUpdated,
    }
    return { ...rest, ...given, ...progress, distinct, total, cursor: unreadEnd, short: isShort }
  }
  const isWhole = asked.idx + count >= unreadEnd || stalls >= mostStalls
  if (!isWhole) {
    const wider = halfAtMost(Math.max(margin, 2 * grown), pageSize)
    return {
      ...rest,
      ...progress,
      distinct,
      total,
      cursor: unreadEnd,
      margin: wider,
      stalls: stalls + 1,
    }
  }
  const isNarrowing = checkpoint.brokenFrom !== undefined && asked.idx > checkpoint.brokenFrom
  const next: Checkpoint = {
    ...rest,
    ...progress,
    total,
    cursor: asked.idx,
    stalls: 0,
    pageSize: isNarrowing ? pageSize : Math.min(2 * pageSize, checkpoint.largestPage),
    margin: halfAtMost(grown > 0 ? Math.max(margin, 2 * grown) : margin - 1, pageSize),
    leftOut: checkpoint.leftOut + answer.leftOut,
    setAside: checkpoint.setAside + answer.setAside,
    distinct,
  }
  if (!isNarrowing) delete next.brokenFrom
  noteOrder(next, answer)
  return next
}

const halfAtMost = (margin: number, pageSize: number) =>
  Math.max(0, Math.min(margin, Math.floor(pageSize / 2)))

/**
 * Half the page, to find out which part of it cannot be read; undefined when it is a single item already. Where the
 * first item stands in the way of the list's length, that is asked for without it.
 */
export function narrower(checkpoint: Checkpoint, asked: PageRequest): Checkpoint | undefined {
  if (asked.purpose === 'length') return asked.limit === 0 ? undefined : { ...checkpoint, brokenFrom: 0 }
  if (asked.purpose === 'tail') return undefined
  if (asked.limit <= 1) return undefined
  const { brokenFrom = asked.idx } = checkpoint
  return { ...checkpoint, pageSize: Math.ceil(asked.limit / 2), margin: 0, brokenFrom }
}

/** Goes on before a page that cannot be read. */
export function passOver(checkpoint: Checkpoint, asked: PageRequest): Checkpoint {
  const { brokenFrom: _, cursor = 1, ...rest } = checkpoint
  // How much is behind the end is not known: it is one answer.
  if (asked.purpose === 'tail') return { ...checkpoint, ended: true, setAside: rest.setAside + 1 }
  if (asked.purpose === 'probe') return { ...checkpoint, low: asked.idx + 1 }
  const tail = Math.max(rest.tail ?? 0, asked.idx + asked.limit)
  return { ...rest, tail, cursor: asked.idx, setAside: rest.setAside + cursor - asked.idx }
}
