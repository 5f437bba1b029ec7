import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemResult } from '../../../../src-shared/feeds/status/status-report.ts'
import { batchOf, openStores, roomOn } from '../fixtures/outbox-stores.ts'
import { followFeed, matchResults, outcomeOf } from './follow-feed.ts'

const codes = ['00000000000017', '00000000000024', '00000000000031', '00000000000024']
const resultOf = (index: number, productCode: string, ingestionStatus = 'SUCCESS'): ItemResult => ({
  index,
  productCode,
  ingestionStatus,
  problems: [],
})
const indexesOf = (results: ItemResult[]) => matchResults(results, codes).results.map(({ index }) => index)

describe('matchResults', () => {
  test('matches by product code, regardless of the index', () => {
    const found = matchResults([resultOf(2, '17', 'DATA_ERROR'), resultOf(0, '31')], codes)
    expect(found.results.map(({ index, ingestionStatus }) => [index, ingestionStatus])).toEqual([
      [0, 'DATA_ERROR'],
      [2, 'SUCCESS'],
    ])
    expect(found).toMatchObject({ accepted: 1, refused: 1, open: 0, unknown: 2 })
  })

  test('matches items with equal codes by index; without it, in order', () => {
    expect(matchResults([resultOf(3, '24', 'DATA_ERROR')], codes).results[0]?.index).toBe(3)
    expect(indexesOf([resultOf(9, '24'), resultOf(9, '24'), resultOf(9, '24')])).toEqual([1, 3])
  })

  test('accepts 1-based indexes if they are unambiguous', () => {
    expect(indexesOf([1, 2, 3, 4].map((index) => resultOf(index, '')))).toEqual([0, 1, 2, 3])
    expect(indexesOf([0, 1, 2].map((index) => resultOf(index, '')))).toEqual([0, 1, 2])
    // Ambiguous: either the second to fourth, or the first to third.
    expect(indexesOf([1, 2, 3].map((index) => resultOf(index, '')))).toEqual([])
  })

  test('ignores unknown codes and invalid indexes', () => {
    expect(indexesOf([resultOf(0, '55'), resultOf(-1, ''), resultOf(99, ''), resultOf(0, '')])).toEqual([0])
  })

  test("matches by any of an item's codes, which then are not foreign", () => {
    const further = [['17', '4006381333931'], [], ['40170725', '17'], ['A-1']]
    const found = matchResults(
      [
        resultOf(0, '40170725'),
        resultOf(1, '4006381333931', 'DATA_ERROR'),
        resultOf(2, 'A-1'),
        resultOf(3, '9780306406157'),
      ],
      codes,
      further,
    )
    expect(found.results.map(({ index, ingestionStatus }) => [index, ingestionStatus])).toEqual([
      [0, 'DATA_ERROR'],
      [2, 'SUCCESS'],
      [3, 'SUCCESS'],
    ])
    expect(found.foreign).toEqual(['9780306406157'])
    // The first item's own code matches no other item.
    expect(matchResults([resultOf(2, '17')], codes, further).results[0]?.index).toBe(0)
  })

  test('assigns each result to the item with its code, once, in any order and with any indexes', () => {
    const words = fc.constantFrom('SUCCESS', 'DATA_ERROR', 'INPROGRESS', 'PONDERING')
    const feed = fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(
        feed,
        fc.array(words, { minLength: 30, maxLength: 30 }),
        fc.infiniteStream(fc.nat(40)),
        (numbers, statuses, places) => {
          const sent = numbers.map((number) => String(number).padStart(14, '0'))
          const results = sent.map((code, place) =>
            resultOf(places.next().value ?? 0, code, statuses[place] ?? ''),
          )
          const {
            results: found,
            accepted,
            refused,
            open,
            unknown,
          } = matchResults(results.toReversed(), sent)
          expect(found.map(({ index, ingestionStatus }) => [index, ingestionStatus])).toEqual(
            sent.map((_, place) => [place, statuses[place]]),
          )
          expect(accepted + refused + open + unknown).toBe(sent.length)
        },
      ),
    )
  })
})

describe('outcomeOf', () => {
  const report = (received: number, succeeded: number, failed: number) => ({
    feedId: 'x',
    feedStatus: 'PROCESSED',
    counters: { received, succeeded, failed, processing: 0 },
    results: [],
  })
  const none = matchResults([], codes)
  const all = matchResults(
    codes.map((code, index) => resultOf(index, code)),
    codes,
  )

  test.each([
    ['every item accepted', report(4, 4, 0), all, true, 'Processed: 4 accepted'],
    ['only counters, which agree', report(4, 4, 0), none, true, 'Processed: 4 accepted'],
    ['only counters, some refused', report(4, 3, 1), none, false, 'Processed: 3 accepted, 1 refused'],
    [
      'counters of another number of items',
      report(3, 3, 0),
      none,
      false,
      'Processed: 0 accepted, 4 results unknown. The service reports 3 received, 3 succeeded, 0 failed',
    ],
    [
      'no counters at all, but items',
      report(0, 0, 0),
      all,
      true,
      'Processed: 4 accepted. The service reports 0 received, 0 succeeded, 0 failed',
    ],
    [
      'counters that contradict the items',
      report(4, 4, 0),
      matchResults([resultOf(0, '17', 'DATA_ERROR'), resultOf(2, '31')], codes),
      false,
      'Processed: 1 accepted, 1 refused, 2 results unknown. The service reports 4 received, 4 succeeded, 0 failed',
    ],
    [
      'counters that contradict the result of an item that cannot be identified',
      report(4, 4, 0),
      matchResults([resultOf(1, '', 'DATA_ERROR'), resultOf(2, ''), resultOf(3, '')], codes),
      false,
      'Processed: 0 accepted, 4 results unknown. The service reports 4 received, 4 succeeded, 0 failed',
    ],
    [
      'counters, and fewer results than items',
      report(4, 4, 0),
      matchResults([resultOf(1, ''), resultOf(2, ''), resultOf(3, '')], codes),
      false,
      'Processed: 0 accepted, 4 results unknown. The service reports 4 received, 4 succeeded, 0 failed',
    ],
    [
      'one missing result',
      report(4, 4, 0),
      matchResults(
        codes.slice(0, 3).map((code, index) => resultOf(index, code)),
        codes,
      ),
      false,
      'Processed: 3 accepted, 1 result unknown. The service reports 4 received, 4 succeeded, 0 failed',
    ],
    [
      'a report about other items with equal counters',
      report(4, 4, 0),
      matchResults(
        ['4006381333931', '4006381333931', '40170725', 'x'].map((code, index) => resultOf(index, code)),
        codes,
      ),
      false,
      'Processed: 0 accepted, 4 results unknown. The service reports 4 received, 4 succeeded, 0 failed. The report names items that this feed does not have (4006381333931, 40170725): it may be the report of another feed.',
    ],
    [
      'codes of the service itself, and matching counters',
      report(4, 4, 0),
      matchResults(
        ['A1', '4006381333930', '99', 'x'].map((code, index) => resultOf(index, code)),
        codes,
      ),
      true,
      'Processed: 4 accepted',
    ],
  ])('%s', (_what, counted, found, isWhole, message) => {
    expect(outcomeOf(counted, found, codes.length)).toMatchObject({ isWhole, message })
  })
})

test.each([
  ['4006381333931', 'done', 'Processed: 1 accepted'],
  [
    '40170725',
    'partly-done',
    'Processed: 0 accepted, 1 result unknown. The service reports 1 received, 1 succeeded, 0 failed. The report names items that this feed does not have (40170725): it may be the report of another feed.',
  ],
])('a report that names the item by %s: %s', async (named, state, message) => {
  using stores = openStores()
  const codesGiven = ['9780306406157', '4006381333931']
  const productCodes = codesGiven.map((code) => `<productCode type="GTIN">${code}</productCode>`).join('')
  const body = new TextEncoder().encode(
    `<items xmlns="urn:catalog-desk:ingest"><item><productCodes>${productCodes}</productCodes></item></items>`,
  )
  const [id = ''] = stores.freezeBatch({
    name: 'Book',
    kind: 'create',
    feeds: [{ body, itemCount: 1, codes: ['09780306406157'] }],
  }).feedIds
  stores.outbox.applyEvent(id, 'send', { message: 'Sending' })
  stores.outbox.applyEvent(id, 'acknowledge', { message: 'Taken', upstreamFeedId: 'x' })
  const feed = stores.outbox.followed(id).feed
  if (!feed) throw new Error('The feed is not followed')
  const room = roomOn(stores, {
    feedStatus: async () => ({
      feedId: 'x',
      feedStatus: 'PROCESSED',
      counters: { received: 1, succeeded: 1, failed: 0, processing: 0 },
      results: [resultOf(0, named)],
    }),
  })
  expect(await followFeed(room, feed)).toMatchObject({ id, state })
  expect(stores.outbox.feed(id)?.state).toBe(state)
  expect(stores.outbox.detail(id)?.events.at(-1)?.message).toBe(message)
})

test('a status that changes at every poll slows down polling and does not fill the history', async () => {
  using stores = openStores()
  const [id = ''] = stores.freezeBatch(batchOf('Feed', ['1'])).feedIds
  stores.outbox.applyEvent(id, 'send', { message: 'Sending' })
  stores.outbox.applyEvent(id, 'acknowledge', { message: 'Taken', upstreamFeedId: 'x' })
  let polls = 0
  const room = roomOn(stores, {
    feedStatus: async () => ({
      feedId: 'x',
      feedStatus: `INPROGRESS ${++polls} of 1000`,
      counters: { received: 1, succeeded: 0, failed: 0, processing: 1 },
      results: [],
    }),
  })
  const poll = async () => {
    const feed = stores.outbox.followed(id).feed
    if (feed) await followFeed(room, feed)
  }
  while (polls < 100) await poll()
  expect(stores.outbox.followed(id).feed?.row).toMatchObject({
    state: 'processing',
    asked: 99,
    note: expect.stringContaining('100 of 1000'),
  })
  expect(stores.outbox.detail(id)?.events.length).toBeLessThan(30)
})
