import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlainError } from '../../src-shared/plain-error.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { type Checkpoint, firstCheckpoint, nextRequest, type PageAnswer } from './checkpoint.ts'
import { advance, narrower, skipPage } from './reading/advance.ts'
import { restartReading } from './reading/contradictions.ts'

/**
 * A service's list during a reading, in `lastUpdated` order: items are changed, added, inserted and removed.
 */
class List {
  items: { id: number; updated: number }[]
  #next: number
  #clock: number
  constructor(length: number) {
    this.items = Array.from({ length }, (_, index) => ({ id: index, updated: index * 10 }))
    this.#next = length
    this.#clock = length * 10
  }
  #tick(): number {
    this.#clock += 10
    return this.#clock
  }
  change(place: number): void {
    const [item] = this.items.splice(place % Math.max(1, this.items.length), 1)
    if (item) this.items.push({ ...item, updated: this.#tick() })
  }
  add(): void {
    this.items.push({ id: this.#next++, updated: this.#tick() })
  }
  /** The inserted item has a `lastUpdated` before that of existing items. */
  insert(place: number): void {
    const at = place % (this.items.length + 1)
    this.items.splice(at, 0, { id: this.#next++, updated: this.items[at]?.updated ?? this.#tick() })
  }
  remove(place: number): void {
    this.items.splice(place % Math.max(1, this.items.length), 1)
  }
  page(idx: number, limit: number) {
    return this.items.slice(idx, idx + limit)
  }
}

type Event = { kind: 'change' | 'insert' | 'remove'; place: number } | { kind: 'add' }
const place = fc.nat(200)
const events = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('change' as const), place }),
    fc.constant({ kind: 'add' as const }),
    fc.record({ kind: fc.constant('insert' as const), place }),
    fc.record({ kind: fc.constant('remove' as const), place }),
  ),
  { maxLength: 3 },
)

function applyEvent(list: List, event: Event): void {
  if (event.kind === 'add') list.add()
  else list[event.kind](event.place)
}

/**
 * Reads the list to its end while `weather` events happen between the pages. Returns the read ids and the
 * number of pages.
 */
function read(list: List, pageSize: number, maxGiven: number, weather: Event[][]) {
  let checkpoint: Checkpoint = firstCheckpoint(pageSize)
  const seen = new Set<number>()
  let pages = 0
  for (let request = nextRequest(checkpoint); request; request = nextRequest(checkpoint)) {
    if (++pages > 2000) throw new Error('The reading does not end')
    const page = list.page(request.idx, Math.min(request.limit, maxGiven))
    const seenBefore = seen.size
    for (const { id } of page) seen.add(id)
    const answer: PageAnswer = {
      count: page.length,
      total: list.items.length,
      created: page.length,
      changed: 0,
      unchanged: 0,
      leftOut: 0,
      setAside: 0,
      distinct: seen.size - seenBefore,
      ...(page[0] && { firstUpdated: page[0].updated, lastUpdated: page.at(-1)?.updated ?? 0 }),
    }
    // The state between two pages survives a kill, because a checkpoint is plain data.
    checkpoint = JSON.parse(JSON.stringify(advance(checkpoint, request, answer)))
    for (const event of weather[pages - 1] ?? []) applyEvent(list, event)
  }
  return { seen, pages, checkpoint }
}

const lists = {
  length: fc.nat(60),
  pageSize: fc.integer({ min: 1, max: 20 }),
  maxGiven: fc.integer({ min: 1, max: 30 }),
}

/** Pages large enough that the list grows by less than half a page at a time. */
const widePage = fc.integer({ min: 8, max: 20 })

describe('reading a list from its end', () => {
  test('reads an unchanged list once, completely and in order', () => {
    fc.assert(
      fc.property(lists.length, lists.pageSize, (length, pageSize) => {
        const { seen, pages, checkpoint } = read(new List(length), pageSize, 1000, [])
        expect(seen.size).toBe(length)
        // The extra call requests items behind the end.
        expect(pages).toBe(1 + Math.ceil(length / pageSize) + Math.min(length, 1))
        expect(checkpoint.ordered).toBe(true)
        expect(checkpoint.updatedUpTo).toBe(length === 0 ? undefined : (length - 1) * 10)
      }),
    )
  })

  test('adapts to a service that returns fewer items at a time', () => {
    fc.assert(
      fc.property(lists.length, lists.pageSize, lists.maxGiven, (length, pageSize, maxGiven) => {
        expect(read(new List(length), pageSize, maxGiven, []).seen.size).toBe(length)
      }),
    )
  })

  test('misses no item that existed during the entire reading, for any changes', () => {
    fc.assert(
      fc.property(
        lists.length,
        widePage,
        fc.array(events, { maxLength: 40 }),
        (length, pageSize, weather) => {
          // An insertion together with a removal leaves the length unchanged and cannot be detected. Services
          // do not do this: they add new items at the end.
          const gentle = weather.map((events) => {
            const inserts = events.some(({ kind }) => kind === 'insert')
            return inserts ? events.filter(({ kind }) => kind !== 'remove') : events
          })
          const list = new List(length)
          const { seen } = read(list, pageSize, 1000, gentle)
          // An item changed during the reading may move behind the reader unread. Its `lastUpdated` is then
          // after the watermark, so the next run reads it.
          const untouched = list.items.filter(({ id, updated }) => id < length && updated === id * 10)
          expect(untouched.filter(({ id }) => !seen.has(id))).toEqual([])
        },
      ),
      { numRuns: numberOfCases(3000) },
    )
  })

  test('leaves only items unread that are newer than the watermark', () => {
    fc.assert(
      fc.property(
        lists.length,
        lists.pageSize,
        fc.array(events, { maxLength: 40 }),
        (length, pageSize, weather) => {
          const list = new List(length)
          const changesOnly = weather.map((events) =>
            events.filter(({ kind }) => kind === 'change' || kind === 'add'),
          )
          const { seen, checkpoint } = read(list, pageSize, 1000, changesOnly)
          const missed = list.items.filter(({ id }) => !seen.has(id))
          for (const { updated } of missed) expect(updated).toBeGreaterThan(checkpoint.updatedUpTo ?? -1)
        },
      ),
      { numRuns: numberOfCases(1000) },
    )
  })

  test('refuses an unexpected empty response', () => {
    const checkpoint = { ...firstCheckpoint(10), cursor: 50, total: 50 }
    const request = nextRequest(checkpoint)
    expect(request).toEqual({ purpose: 'page', idx: 40, limit: 10 })
    const nothing = {
      count: 0,
      total: 50,
      created: 0,
      changed: 0,
      unchanged: 0,
      leftOut: 0,
      setAside: 0,
      distinct: 0,
    }
    expect(() => request && advance(checkpoint, request, nothing)).toThrow(
      /announced 50 items here, but sends none from number 40 on/,
    )
  })
})

/**
 * Reads an unchanging list of a service that reports the length `said` and returns at most `maxGiven` items
 * at a time.
 */
function readDoubtful(length: number, pageSize: number, maxGiven: number, said: (call: number) => number) {
  let checkpoint: Checkpoint = firstCheckpoint(pageSize)
  const seen = new Set<number>()
  let calls = 0
  for (let request = nextRequest(checkpoint); request; request = nextRequest(checkpoint)) {
    const { idx, limit } = request
    const ids = Array.from(
      { length: Math.max(0, Math.min(limit, maxGiven, length - idx)) },
      (_, at) => idx + at,
    )
    const seenBefore = seen.size
    const isKept = request.purpose === 'page' || request.purpose === 'tail'
    if (isKept) for (const id of ids) seen.add(id)
    const total = said(calls++)
    const answer: PageAnswer = {
      ...{ count: ids.length, total, created: 0, changed: 0, unchanged: 0, leftOut: 0, setAside: 0 },
      distinct: seen.size - seenBefore,
      ...(ids.length > 0 && {
        firstId: String(idx),
        firstUpdated: idx * 10,
        lastUpdated: (idx + ids.length - 1) * 10,
      }),
    }
    let next: Checkpoint
    try {
      next = advance(checkpoint, request, answer)
    } catch (error) {
      // As the slice reader does: it doubts the total, or restarts from the list's start (slice-reader.ts).
      expect(error).toMatchObject({ data: { said: total } })
      next =
        error instanceof PlainError && error.code === 'no-items'
          ? advance({ ...checkpoint, doubt: { said: total } }, request, answer)
          : restartReading(checkpoint, { said: total, open: true, largestPage: pageSize })
    }
    checkpoint = JSON.parse(JSON.stringify(next))
    expect(calls).toBeLessThan(400)
  }
  return { seen, calls, checkpoint }
}

describe('a wrong total', () => {
  const said = fc.oneof(fc.nat(80), fc.nat(5000), fc.constant(999_999_999))
  test('is detected and loses no item, for any value', () => {
    fc.assert(
      fc.property(lists.length, lists.pageSize, lists.maxGiven, said, (length, pageSize, maxGiven, total) => {
        const { seen, checkpoint } = readDoubtful(length, pageSize, maxGiven, () => total)
        expect(seen.size).toBe(length)
        expect(checkpoint.doubt?.said).toBe(total === length ? undefined : total)
        expect(checkpoint.distinct).toBe(length)
        expect(checkpoint.updatedUpTo).toBe(length === 0 ? undefined : (length - 1) * 10)
      }),
      { numRuns: numberOfCases(800) },
    )
  })
  test('loses no item when it differs in every response', () => {
    const several = fc.array(said, { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(lists.length, lists.pageSize, several, (length, pageSize, totals) => {
        const said = (call: number) => totals[call % totals.length] ?? 0
        const { seen, checkpoint } = readDoubtful(length, pageSize, 1000, said)
        expect(seen.size).toBe(length)
        expect(checkpoint.distinct).toBe(length)
        expect(checkpoint.doubt?.isEndless).toBeUndefined()
      }),
      { numRuns: numberOfCases(800) },
    )
  })
})

describe('an unreadable page', () => {
  test('is halved down to the broken item, and no other item is lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        fc.uniqueArray(fc.nat(299), { maxLength: 3 }),
        (length, pageSize, places) => {
          const broken = new Set(places.filter((place) => place < length))
          let checkpoint = firstCheckpoint(pageSize)
          const seen = new Set<number>()
          let requests = 0
          for (let request = nextRequest(checkpoint); request; request = nextRequest(checkpoint)) {
            requests++
            const { idx, limit } = request
            const ids = Array.from(
              { length: Math.max(0, Math.min(limit, length - idx)) },
              (_, index) => idx + index,
            )
            if (ids.some((id) => broken.has(id))) {
              checkpoint = narrower(checkpoint, request) ?? skipPage(checkpoint, request)
              continue
            }
            const seenBefore = seen.size
            if (request.purpose === 'page') for (const id of ids) seen.add(id)
            const answer = {
              count: ids.length,
              total: length,
              created: 0,
              changed: 0,
              unchanged: 0,
              leftOut: 0,
              setAside: 0,
            }
            checkpoint = advance(checkpoint, request, { ...answer, distinct: seen.size - seenBefore })
          }
          expect(seen.size).toBe(length - broken.size)
          expect(checkpoint.setAside).toBe(broken.size)
          const pages = Math.ceil(length / pageSize)
          expect(requests).toBeLessThanOrEqual(
            3 + pages + (broken.size + 1) * 2 * (2 + Math.ceil(Math.log2(pageSize + 1))),
          )
        },
      ),
      { numRuns: numberOfCases(1000) },
    )
  })
})
