/** Computes the checkpoint after a response: how far the list is read, and what to request next. */

import { type Checkpoint, noteOrder, type PageAnswer, type PageRequest } from '../checkpoint.ts'
import {
  acceptShort,
  isRepeated,
  maxBarren,
  readTail,
  requireItems,
  requireProgress,
  skipEmptyRange,
} from './contradictions.ts'

/**
 * After this many pages read again, a growing list is assumed to grow at its end, behind the reader, as it
 * nearly always does.
 */
const maxStalls = 5

/**
 * Returns the checkpoint after a response.
 * @throws PlainError `no-items` for an unexpected empty response, `no-end` if the reading makes no progress
 */
export function advance(before: Checkpoint, request: PageRequest, answer: PageAnswer): Checkpoint {
  const { count } = answer
  const reached = count > 0 ? request.idx + Math.min(count, request.limit) : 0
  if (request.purpose === 'tail') return readTail(before, request, answer)
  const isUntrue = before.doubt !== undefined || reached > answer.total
  const checkpoint: Checkpoint = {
    ...before,
    // Items before a probe may not have been requested yet.
    tail: request.purpose !== 'probe' && reached > (before.tail ?? 0) ? reached : before.tail,
    doubt: isUntrue ? { said: answer.total } : before.doubt,
  }
  const total = Math.max(isUntrue ? before.total : answer.total, reached)
  const { cursor = total, margin, pageSize, stalls } = checkpoint
  if (request.purpose === 'length') {
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
  if (request.purpose === 'probe')
    return count === 0
      ? skipEmptyRange(checkpoint, request.idx)
      : { ...checkpoint, total, low: request.idx + 1 }
  if (count === 0 && isUntrue) return skipEmptyRange(checkpoint, request.idx)
  requireItems(answer, request.idx, distinct)
  // Two windows read in parallel may each count an item as new, so a page that starts like an earlier one
  // also counts as bringing nothing new.
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
  /** As the list has grown, unread items may reach up to this index. */
  const unreadEnd = Math.min(cursor + grown, total)
  if (count < Math.min(request.limit, total - request.idx)) {
    if (short && answer.distinct === 0)
      return { ...acceptShort(checkpoint, short, answer.total), ...progress, distinct }
    // The service returned only the start of the page. The rest is requested in pages of this size, from its
    // end.
    const given = { pageSize: count, largestPage: count, margin: atMostHalf(margin, count) }
    const { largestPage } = short ?? checkpoint
    const { firstUpdated, lastUpdated } = answer
    const isShort = {
      idx: request.idx,
      count,
      end: request.idx + request.limit,
      largestPage,
      firstUpdated,
      lastUpdated,
    }
    return { ...rest, ...given, ...progress, distinct, total, cursor: unreadEnd, short: isShort }
  }
  const coversUnread = request.idx + count >= unreadEnd || stalls >= maxStalls
  if (!coversUnread) {
    const wider = atMostHalf(Math.max(margin, 2 * grown), pageSize)
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
  const isNarrowing = checkpoint.brokenFrom !== undefined && request.idx > checkpoint.brokenFrom
  const next: Checkpoint = {
    ...rest,
    ...progress,
    total,
    cursor: request.idx,
    stalls: 0,
    pageSize: isNarrowing ? pageSize : Math.min(2 * pageSize, checkpoint.largestPage),
    margin: atMostHalf(grown > 0 ? Math.max(margin, 2 * grown) : margin - 1, pageSize),
    leftOut: checkpoint.leftOut + answer.leftOut,
    setAside: checkpoint.setAside + answer.setAside,
    distinct,
  }
  if (!isNarrowing) delete next.brokenFrom
  noteOrder(next, answer)
  return next
}

const atMostHalf = (margin: number, pageSize: number) =>
  Math.max(0, Math.min(margin, Math.floor(pageSize / 2)))

/**
 * Halves a page to find its unreadable part; undefined for a single item. If the first item makes the length
 * request unreadable, the length is requested without an item.
 */
export function narrower(checkpoint: Checkpoint, request: PageRequest): Checkpoint | undefined {
  if (request.purpose === 'length') return request.limit === 0 ? undefined : { ...checkpoint, brokenFrom: 0 }
  if (request.purpose === 'tail') return undefined
  if (request.limit <= 1) return undefined
  const { brokenFrom = request.idx } = checkpoint
  return { ...checkpoint, pageSize: Math.ceil(request.limit / 2), margin: 0, brokenFrom }
}

/** Skips a page that cannot be read. */
export function skipPage(checkpoint: Checkpoint, request: PageRequest): Checkpoint {
  const { brokenFrom: _, cursor = 1, ...rest } = checkpoint
  // The number of items behind the end is unknown: the response counts as one.
  if (request.purpose === 'tail') return { ...checkpoint, ended: true, setAside: rest.setAside + 1 }
  if (request.purpose === 'probe') return { ...checkpoint, low: request.idx + 1 }
  const tail = Math.max(rest.tail ?? 0, request.idx + request.limit)
  return { ...rest, tail, cursor: request.idx, setAside: rest.setAside + cursor - request.idx }
}
