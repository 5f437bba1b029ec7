import PQueue from 'p-queue'
import { type Remote, StoreError } from '../storage/index.ts'
import { type ItemPageQuery, type Upstream, UpstreamError } from '../upstream/index.ts'
import type { PageRequest } from './checkpoint.ts'
import type { KeepAnswer } from './keep-answer.ts'
import { openPageMemory } from './page-memory.ts'
import { brokenAnswer, type PatientOptions, patiently } from './patience.ts'
import {
  isWindow,
  type ListSlice,
  listQuery,
  nextPage,
  nextValue,
  pageQuery,
  type Slice,
  type WindowSlice,
} from './slice.ts'
import type { Speedometer } from './speedometer.ts'
import type { syncWriter } from './sync-writer.ts'

export interface SliceReadingOptions {
  writer: Remote<ReturnType<typeof syncWriter.open>>
  upstream: Upstream
  keepAnswer: KeepAnswer
  speed: Speedometer
  patience: PatientOptions
  /** Slices read at a time; each makes one call at a time. */
  concurrency(): number
  signal: AbortSignal
}

/** So many pages in a row are set aside; then it is not the pages that are broken. */
const mostSetAsideInRow = 20

/**
 * Reads all that a run asks for: its slices, as many at a time as are wanted, and then, until nothing has joined them
 * meanwhile, the open ones again. Within a slice pages are read one after the other, from the end: that is what makes
 * the reading miss nothing (checkpoint.ts).
 */
export async function readSlices(id: string, options: SliceReadingOptions): Promise<void> {
  const { writer } = options
  for (;;) {
    await readOpenSlices(id, options)
    if (await recheckOpenWindows(id, options)) continue
    if (!(await writer.askVerified(id))) return
  }
}

async function readOpenSlices(id: string, options: SliceReadingOptions): Promise<void> {
  const { writer, concurrency } = options
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const reader = createSliceReader(id, { ...options, signal, patience: { ...options.patience, signal } })
  const queue = new PQueue({ concurrency: concurrency() })
  const begun = new Set<number>()

  const enqueue = async () => {
    for (const slice of await writer.openSlices(id)) {
      if (begun.has(slice.number)) continue
      begun.add(slice.number)
      void queue.add(() => read(slice), { priority: newestFirst(slice) })
    }
  }
  const read = async (slice: Slice) => {
    if (signal.aborted) return
    try {
      await reader.read(slice)
      // It may have been cut into others, or made some.
      await enqueue()
    } catch (error) {
      // The first failure ends the others.
      failed.abort(error)
    }
    queue.concurrency = concurrency()
  }
  await enqueue()
  await queue.onIdle()
  options.signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
}

/** What is changed meanwhile moves to newer windows; as those were read before, it shows there at the end. */
const newestFirst = (slice: Slice): number => (isWindow(slice) ? Number(slice.task.since) : 0)

/** True when something has joined an open window, which is to be read on. */
async function recheckOpenWindows(id: string, options: SliceReadingOptions): Promise<boolean> {
  const { writer, upstream, keepAnswer, patience, signal } = options
  let hasJoined = false
  for (const slice of await writer.openWindows(id)) {
    if (!isWindow(slice)) continue
    const joined = await patiently(async () => {
      const query = pageQuery(slice.task, { purpose: 'length', idx: 0, limit: 1 })
      const bytes = await upstream.itemPage(query, { signal })
      return keepAnswer([bytes], ([answer = bytes]) => writer.recheck(id, slice.number, answer), signal)
    }, patience)
    hasJoined ||= joined
  }
  return hasJoined
}

interface Fetched {
  asked: PageRequest
  bytes: Promise<Uint8Array>
}

function createSliceReader(id: string, options: SliceReadingOptions) {
  const { writer, upstream, keepAnswer, speed, patience, signal } = options
  let setAsideInRow = 0

  /** For each slice that is read at a time, the page that is kept and the one on its way. */
  const memory = openPageMemory(2 * options.concurrency())
  const fetchPage = (slice: WindowSlice, asked: PageRequest) =>
    upstream.itemPage(pageQuery(slice.task, asked), { signal, memory: memory.take })

  /**
   * Asks until the answer is kept. One that remains unreadable is told to `aside`, with its bytes.
   * @throws when the service cannot be used
   */
  async function ask(
    query: ItemPageQuery,
    mostBroken: number,
    attempt: (keepBytes: (bytes: Uint8Array) => void) => Promise<Slice | undefined>,
    aside: (page: { query: ItemPageQuery; error: string; answer: Uint8Array }) => Promise<Slice | undefined>,
    otherwise: (error: unknown) => Promise<Slice> | undefined = () => undefined,
  ): Promise<Slice | undefined> {
    let answer: Uint8Array = new Uint8Array()
    try {
      const next = await patiently(
        () =>
          attempt((bytes) => {
            answer = bytes
          }),
        { ...patience, timing: { ...patience.timing, mostBroken } },
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

  /** While the broken part of a page is looked for, what is broken need not be proved again, but for the part itself. */
  const triesOf = ({ reading }: WindowSlice, { limit }: PageRequest): number =>
    reading.brokenFrom === undefined ? patience.timing.mostBroken : limit > 1 ? 1 : 2

  const countSetAside = (): void => {
    if (++setAsideInRow < mostSetAsideInRow) return
    throw new UpstreamError(
      'invalid-answer',
      `${mostSetAsideInRow} pages in a row could not be read: the service's answers are broken.`,
    )
  }

  /** How a reading goes on where the service contradicts itself; undefined when it cannot. */
  function goOnAfter(
    error: unknown,
    id: string,
    number: number,
    request: PageRequest,
  ): Promise<Slice> | undefined {
    // Some services refuse what lies behind their end, or break on it: an answer too, that nothing is there.
    const isUnanswered =
      error instanceof UpstreamError &&
      (error.kind === 'server' || error.kind === 'not-found' || [400, 404, 416].includes(error.status ?? 0))
    if (request.purpose === 'tail' && isUnanswered) return writer.endTail(id, number)
    const said = saidIn(error)
    if (said === undefined) return undefined
    return said.code === 'no-items'
      ? writer.disbelieve(id, number, request, said.total)
      : writer.giveUp(id, number, said.total)
  }

  async function readWindow(start: WindowSlice): Promise<void> {
    let slice = start
    let ahead: Fetched | undefined
    for (let asked = nextPage(slice); asked; asked = nextPage(slice)) {
      const { number } = slice
      const request = asked
      const current = slice
      let prepared = same(ahead?.asked, request) ? ahead?.bytes : undefined
      ahead = undefined
      const next = await ask(
        pageQuery(current.task, request),
        triesOf(current, request),
        async (keepBytes) => {
          const answer = prepared ?? fetchPage(current, request)
          prepared = undefined
          const bytes = await answer
          keepBytes(bytes)
          // While the page is kept, the next one is on its way; when it turns out to be another, its answer is dropped.
          ahead = begin(following(current, request), (page) => fetchPage(current, page))
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
        (error) => goOnAfter(error, id, number, request),
      )
      // Smaller windows took its place.
      if (!next || !isWindow(next)) return
      slice = next
      if (request.purpose === 'page') speed.note(request.limit)
    }
  }

  async function readList(start: ListSlice): Promise<void> {
    let slice = start
    for (let value = nextValue(slice); value !== undefined; value = nextValue(slice)) {
      const asked = value
      const { number, task } = slice
      const query = listQuery(task, asked)
      const next = await ask(
        query,
        patience.timing.mostBroken,
        async (keepBytes) => {
          const bytes = await upstream.itemPage(query, { signal }).catch(nothingThere)
          if (bytes) keepBytes(bytes)
          return keepAnswer([bytes], ([answer]) => writer.putValue(id, number, asked, answer), signal)
        },
        (page) => {
          countSetAside()
          return writer.setAside(id, number, asked, page)
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

/** What the service had said of itself, of an error that says that it was not so (contradictions.ts). */
function saidIn(error: unknown): { code: 'no-items' | 'no-end'; total: number } | undefined {
  if (!(error instanceof StoreError) || (error.code !== 'no-items' && error.code !== 'no-end'))
    return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('said' in data)) return undefined
  return typeof data.said === 'number' ? { code: error.code, total: data.said } : undefined
}

/** A code the service has nothing for, or that it will not look for, is no reason to stop. */
function nothingThere(error: unknown): undefined {
  if (error instanceof UpstreamError && (error.kind === 'not-found' || error.status === 400)) return undefined
  throw error
}

/**
 * The page that is next when nothing unexpected happens. An incremental run mostly ends with the page it is at, and
 * every record counts at the service: there nothing is asked for in advance.
 */
function following(slice: WindowSlice, { purpose, idx, limit }: PageRequest): PageRequest | undefined {
  const isMostlyLast = slice.reading.pageSize < slice.reading.largestPage || slice.reading.pass > 1
  if (purpose !== 'page' || idx <= 0 || isMostlyLast) return undefined
  const before = Math.max(0, idx - limit)
  return { purpose, idx: before, limit: idx - before }
}

function begin(
  asked: PageRequest | undefined,
  fetchPage: (request: PageRequest) => Promise<Uint8Array>,
): Fetched | undefined {
  if (!asked) return undefined
  const bytes = fetchPage(asked)
  // It fails, if it fails, where it is awaited; it may never be.
  bytes.catch(() => {})
  return { asked, bytes }
}

const same = (one: PageRequest | undefined, other: PageRequest): boolean =>
  one !== undefined && one.purpose === other.purpose && one.idx === other.idx && one.limit === other.limit
