/** How an answer moves a checkpoint: how far the reading is then, and what is asked for next. */

import { type Checkpoint, noteOrder, type PageAnswer, type PageRequest } from '../checkpoint.ts'
import {
  acceptShort,
  isRepeated,
  maxBarren,
  readTail,
  requireItems,
  requireProgress,
  skipEmptiness,
} from './contradictions.ts'

/** After so many pages read again, a growing list is taken to grow at its end, behind the reader, as it nearly always does. */
const maxStalls = 5

/**
 * The checkpoint after an answer.
 * @throws PlainError `no-items` when an answer is empty that should not be, `no-end` when the reading gets nowhere
 */
export function advance(before: Checkpoint, asked: PageRequest, answer: PageAnswer): Checkpoint {
  const { count } = answer
  const reached = count > 0 ? asked.idx + Math.min(count, asked.limit) : 0
  if (asked.purpose === 'tail') return readTail(before, asked, answer)
  const isUntrue = before.doubt !== undefined || reached > answer.total
  const checkpoint: Checkpoint = {
    ...before,
    // Nobody may have asked yet for items before a probe.
    tail: asked.purpose !== 'probe' && reached > (before.tail ?? 0) ? reached : before.tail,
    doubt: isUntrue ? { said: answer.total } : before.doubt,
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
      ended: total === 0 && answer.total === 0 && !isUntrue ? true : rest.ended,
      firstId: firstId ?? rest.firstId,
    }
  }

  const distinct = checkpoint.distinct + answer.distinct
  if (asked.purpose === 'probe')
    return count === 0 ? skipEmptiness(checkpoint, asked.idx) : { ...checkpoint, total, low: asked.idx + 1 }
  if (count === 0 && isUntrue) return skipEmptiness(checkpoint, asked.idx)
  requireItems(answer, asked.idx, distinct)
  // Two windows that are read side by side may each count an item as new; so a page that begins like an earlier page
  // brings nothing new either.
  const { firstId } = answer
  const { begins = [] } = checkpoint
  const isNew = !isRepeated(checkpoint, answer) && answer.distinct + answer.leftOut + answer.setAside > 0
  const progress = {
    pages: (checkpoint.pages ?? 0) + 1,
    begins: firstId === undefined ? checkpoint.begins : [...begins.slice(1 - maxBarren), firstId],
    // Further passes over an open window bring known items.
    barren: isNew || checkpoint.pass > 1 ? 0 : (checkpoint.barren ?? 0) + 1,
  }
  requireProgress({ ...checkpoint, ...progress, distinct, total })
  const { low: _, short, ...rest } = checkpoint
  const grown = Math.max(0, total - checkpoint.total)
  /** Since the list grew, unread items may reach up to here. */
  const unreadEnd = Math.min(cursor + grown, total)
  if (count < Math.min(asked.limit, total - asked.idx)) {
    if (short && answer.distinct === 0)
      return { ...acceptShort(checkpoint, short, answer.total), ...progress, distinct }
    // The service gave the beginning of the page only: the rest is asked for, so many items at a time, from its end.
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
  const isWhole = asked.idx + count >= unreadEnd || stalls >= maxStalls
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
 * Asks for half of a page, to find out which part cannot be read; undefined when the page is a single item. When the
 * first item keeps the length of the list from being read, the length is asked for without an item.
 */
export function narrower(checkpoint: Checkpoint, asked: PageRequest): Checkpoint | undefined {
  if (asked.purpose === 'length') return asked.limit === 0 ? undefined : { ...checkpoint, brokenFrom: 0 }
  if (asked.purpose === 'tail') return undefined
  if (asked.limit <= 1) return undefined
  const { brokenFrom = asked.idx } = checkpoint
  return { ...checkpoint, pageSize: Math.ceil(asked.limit / 2), margin: 0, brokenFrom }
}

/** Goes on past a page that cannot be read. */
export function passOver(checkpoint: Checkpoint, asked: PageRequest): Checkpoint {
  const { brokenFrom: _, cursor = 1, ...rest } = checkpoint
  // How many items are behind the end is not known: the answer counts as one.
  if (asked.purpose === 'tail') return { ...checkpoint, ended: true, setAside: rest.setAside + 1 }
  if (asked.purpose === 'probe') return { ...checkpoint, low: asked.idx + 1 }
  const tail = Math.max(rest.tail ?? 0, asked.idx + asked.limit)
  return { ...rest, tail, cursor: asked.idx, setAside: rest.setAside + cursor - asked.idx }
}
