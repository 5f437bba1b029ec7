import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type ItemPageQuery, type Upstream, UpstreamError } from '../../upstream/index.ts'
import { nextRequest, type PageRequest } from '../checkpoint.ts'
import {
  isWindow,
  type ListSlice,
  listQuery,
  nextValue,
  pageQuery,
  type Slice,
  type WindowSlice,
} from '../plan.ts'
import type { Speedometer } from '../run/speedometer.ts'
import type { KeepAnswer } from '../store/answer-keeping.ts'
import type { SyncWriter } from '../store/sync-writer.ts'
import { brokenAnswer, type RetryOptions, retryCall } from './failures.ts'
import { openPageMemory } from './page-memory.ts'

export interface SliceReadingOptions {
  writer: SyncWriter
  upstream: Upstream
  keepAnswer: KeepAnswer
  speed: Speedometer
  retry: RetryOptions
  /** Maximum number of slices read at a time. Each makes one call at a time. */
  concurrency(): number
  signal: AbortSignal
}

/** After this many unreadable pages in a row, the service is considered broken. */
const maxSetAsideInRow = 20

interface Fetched {
  request: PageRequest
  bytes: Promise<Uint8Array>
}

/** Reads slices page by page, each from its end, so that no item is missed (see checkpoint.ts). */
export function createSliceReader(id: string, options: SliceReadingOptions) {
  const { writer, upstream, keepAnswer, speed, retry, signal } = options
  let setAsideInRow = 0

  // Two pages per concurrently read slice: one being stored and one being downloaded.
  const memory = openPageMemory(2 * options.concurrency())
  const fetchPage = (slice: WindowSlice, request: PageRequest) =>
    upstream.itemPage(pageQuery(slice.task, request), { signal, memory: memory.take })

  /**
   * Repeats a request until its response is stored. `aside` receives a response that stays unreadable, with
   * its bytes.
   * @throws if the service cannot be used
   */
  async function requestUntilStored(
    query: ItemPageQuery,
    maxBroken: number,
    attempt: (keepBytes: (bytes: Uint8Array) => void) => Promise<Slice | undefined>,
    aside: (page: { query: ItemPageQuery; error: string; answer: Uint8Array }) => Promise<Slice | undefined>,
    otherwise: (error: unknown) => Promise<Slice> | undefined = () => undefined,
  ): Promise<Slice | undefined> {
    let answer: Uint8Array = new Uint8Array()
    try {
      const next = await retryCall(
        () =>
          attempt((bytes) => {
            answer = bytes
          }),
        { ...retry, timing: { ...retry.timing, maxBroken } },
      )
      setAsideInRow = 0
      return next
    } catch (error) {
      signal.throwIfAborted()
      const other = otherwise(error)
      if (other) return other
      if (!brokenAnswer(error)) throw error
      if (error instanceof UpstreamError && error.answer) answer = error.answer
      return aside({ query, error: (error as Error).message, answer })
    }
  }

  /**
   * Attempts before a page counts as broken; fewer while the broken part of a larger page is being located.
   */
  const maxAttempts = ({ reading }: WindowSlice, { limit }: PageRequest): number =>
    reading.brokenFrom === undefined ? retry.timing.maxBroken : limit > 1 ? 1 : 2

  const countSetAside = (): void => {
    if (++setAsideInRow < maxSetAsideInRow) return
    throw new UpstreamError(
      'invalid-answer',
      say`${maxSetAsideInRow} pages in a row could not be read. The service’s responses are invalid.`,
    )
  }

  /** Continues the reading after a contradiction of the service; undefined for any other error. */
  function continueAfter(
    error: unknown,
    id: string,
    number: number,
    request: PageRequest,
  ): Promise<Slice> | undefined {
    // Some services return an error for items behind their end: there are none.
    const isUnanswered =
      error instanceof UpstreamError &&
      (error.kind === 'server' || error.kind === 'not-found' || [400, 404, 416].includes(error.status ?? 0))
    if (request.purpose === 'tail' && isUnanswered) return writer.endTail(id, number)
    const announced = announcedTotal(error)
    if (announced === undefined) return undefined
    return announced.code === 'no-items'
      ? writer.doubtLength(id, number, request, announced.total)
      : writer.giveUp(id, number, announced.total)
  }

  async function readWindow(start: WindowSlice): Promise<void> {
    let slice = start
    let ahead: Fetched | undefined
    for (let due = nextRequest(slice.reading); due; due = nextRequest(slice.reading)) {
      const { number } = slice
      const request = due
      const current = slice
      let prepared = same(ahead?.request, request) ? ahead?.bytes : undefined
      ahead = undefined
      const next = await requestUntilStored(
        pageQuery(current.task, request),
        maxAttempts(current, request),
        async (keepBytes) => {
          const answer = prepared ?? fetchPage(current, request)
          prepared = undefined
          const bytes = await answer
          keepBytes(bytes)
          // The next page is fetched while this one is stored. It is discarded if a different page turns out
          // to be next.
          ahead = prefetch(probableNext(current, request), (page) => fetchPage(current, page))
          const put = request.purpose === 'length' ? writer.putLength : writer.putPage
          const next = await keepAnswer(
            [bytes],
            ([answer = bytes]) => put(id, number, request, answer),
            signal,
          )
          memory.give(bytes)
          return next
        },
        async (page) => {
          const narrower = await writer.narrow(id, number, request)
          if (narrower) return narrower
          countSetAside()
          return writer.setAside(id, number, request, page)
        },
        (error) => continueAfter(error, id, number, request),
      )
      // Smaller windows replaced this one.
      if (!next || !isWindow(next)) return
      slice = next
      if (request.purpose === 'page') speed.note(request.limit)
    }
  }

  async function readList(start: ListSlice): Promise<void> {
    let slice = start
    for (let value = nextValue(slice); value !== undefined; value = nextValue(slice)) {
      const currentValue = value
      const { number, task } = slice
      const query = listQuery(task, currentValue)
      const next = await requestUntilStored(
        query,
        retry.timing.maxBroken,
        async (keepBytes) => {
          const bytes = await upstream.itemPage(query, { signal }).catch(ignoreMissing)
          if (bytes) keepBytes(bytes)
          return keepAnswer([bytes], ([answer]) => writer.putValue(id, number, currentValue, answer), signal)
        },
        (page) => {
          countSetAside()
          return writer.setAside(id, number, currentValue, page)
        },
      )
      if (!next || isWindow(next)) return
      slice = next
      speed.note(1)
    }
  }

  return {
    read: (slice: Slice): Promise<void> => (isWindow(slice) ? readWindow(slice) : readList(slice)),
  }
}

/** The total announced by the service, from an error of contradictions.ts. */
function announcedTotal(error: unknown): { code: 'no-items' | 'no-end'; total: number } | undefined {
  if (!(error instanceof PlainError) || (error.code !== 'no-items' && error.code !== 'no-end'))
    return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('said' in data)) return undefined
  return typeof data.said === 'number' ? { code: error.code, total: data.said } : undefined
}

/** A code that the service does not know, or refuses to look up, yields no item. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof UpstreamError && (error.kind === 'not-found' || error.status === 400)) return undefined
  throw error
}

/**
 * The page that is probably next; undefined if none should be prefetched. An incremental run usually ends
 * with its current page, and the service counts every record.
 */
function probableNext(slice: WindowSlice, { purpose, idx, limit }: PageRequest): PageRequest | undefined {
  const isMostlyLast = slice.reading.pageSize < slice.reading.largestPage || slice.reading.pass > 1
  if (purpose !== 'page' || idx <= 0 || isMostlyLast) return undefined
  const before = Math.max(0, idx - limit)
  return { purpose, idx: before, limit: idx - before }
}

function prefetch(
  request: PageRequest | undefined,
  fetchPage: (page: PageRequest) => Promise<Uint8Array>,
): Fetched | undefined {
  if (!request) return undefined
  const bytes = fetchPage(request)
  // The failure is handled where the bytes are awaited, which may never happen.
  bytes.catch(() => {})
  return { request, bytes }
}

const same = (one: PageRequest | undefined, other: PageRequest): boolean =>
  one !== undefined && one.purpose === other.purpose && one.idx === other.idx && one.limit === other.limit
