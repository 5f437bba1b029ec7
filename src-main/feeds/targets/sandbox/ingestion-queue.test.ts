import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openSandbox } from './fixtures/open-sandbox.ts'

describe('processing queue', () => {
  test('feeds go through RECEIVED, INPROGRESS, PROCESSED, oldest first', () => {
    using sandbox = openSandbox()
    const first = sandbox.submit('create', itemFeed(sampleItem(1), sampleItem(2)))
    const second = sandbox.submit('create', itemFeed(sampleItem(3)))
    const states = () => [first, second].map((feed) => sandbox.report('create', feed).feedStatus)
    const seen = [states()]
    while (sandbox.writer.processNext(1).open) seen.push(states())
    seen.push(states())
    expect(seen).toEqual([
      ['RECEIVED', 'RECEIVED'],
      ['INPROGRESS', 'RECEIVED'],
      ['INPROGRESS', 'RECEIVED'],
      ['PROCESSED', 'RECEIVED'],
      ['PROCESSED', 'INPROGRESS'],
      ['PROCESSED', 'PROCESSED'],
    ])
  })

  test('returns windows whose limit is an exclusive end', () => {
    using sandbox = openSandbox()
    const feed = sandbox.submit('create', itemFeed(...[0, 1, 2, 3, 4].map((number) => sampleItem(number))))
    const indexes = (offset: number, limit: number) =>
      sandbox.report('create', feed, offset, limit).items.map(({ index }) => index)
    expect(indexes(1, 3)).toEqual([1, 2])
    expect(indexes(3, 3)).toEqual([])
    expect(indexes(4, 100)).toEqual([4])
  })

  test('a defect fails only its item; a feed of only failed items ends as ERROR', () => {
    using sandbox = openSandbox()
    const broken = sandbox.submit('create', itemFeed(sampleItem(1)))
    const half = sandbox.submit('create', itemFeed(sampleItem(2), sampleItem(3)))
    sandbox.db.exec(`UPDATE received_feed_payload SET payload = 'not JSON' WHERE position = 0`)
    sandbox.process()
    expect(sandbox.report('create', broken)).toMatchObject({
      feedStatus: 'ERROR',
      items: [
        { ingestionStatus: 'SYSTEM_ERROR', errors: [{ type: 'SYSTEM_ERROR', field: 'items/item[1]' }] },
      ],
    })
    expect(sandbox.report('create', half)).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { received: 2, succeeded: 1, failed: 1 },
    })
  })

  test('returns the same feed for a repeated key, and rejects the key for another feed', () => {
    using sandbox = openSandbox()
    const body = itemFeed(sampleItem(1))
    const feed = sandbox.submit('create', body, { idempotencyKey: 'k' })
    expect(sandbox.submit('create', body, { idempotencyKey: 'k' })).toBe(feed)
    expect(() => sandbox.submit('create', itemFeed(sampleItem(2)), { idempotencyKey: 'k' })).toThrow(
      'key-used-differently',
    )
    expect(() => sandbox.submit('refresh', body, { idempotencyKey: 'k' })).toThrow('key-used-differently')
    sandbox.process()
    expect(sandbox.itemCount()).toBe(1)
  })

  test('counters always add up, for any items and steps', () => {
    const item = fc.record({ number: fc.integer({ min: 1, max: 4 }), broken: fc.boolean() })
    const feeds = fc.array(
      fc.record({
        kind: fc.constantFrom('create' as const, 'refresh' as const),
        items: fc.array(item, { minLength: 1, maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(feeds, fc.integer({ min: 1, max: 4 }), (plans, atMost) => {
        using sandbox = openSandbox()
        const ids = plans.map(({ kind, items }) =>
          sandbox.submit(
            kind,
            itemFeed(
              ...items.map(({ number, broken }) => sampleItem(number, broken ? { ecommerceTitle: '' } : {})),
            ),
          ),
        )
        const check = (final: boolean) => {
          for (const [index, { kind, items }] of plans.entries()) {
            const { counters, feedStatus } = sandbox.report(kind, ids[index] ?? '')
            const { received, succeeded, failed, processing } = counters
            expect(received).toBe(items.length)
            expect(succeeded + failed + processing).toBe(received)
            expect(feedStatus === 'PROCESSED').toBe(processing === 0)
            if (final) expect(processing).toBe(0)
          }
        }
        do check(false)
        while (sandbox.writer.processNext(atMost).open)
        check(true)
        // Every GTIN of a successful item is in the catalog exactly once.
        const numbers = plans.flatMap(({ items }) =>
          items.filter(({ broken }) => !broken).map(({ number }) => number),
        )
        expect(sandbox.itemCount()).toBe(new Set(numbers).size)
      }),
      { numRuns: numberOfCases(25) },
    )
  })
})
