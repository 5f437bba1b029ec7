import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import { nextState, outboxEventNames } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { isSent, stateOfBatch } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { batchOf, openStores } from '../fixtures/outbox-stores.ts'

describe('freezing a batch', () => {
  test('gives each feed its own identifier, key and name, and shows the batch as one row', () => {
    using room = openStores()
    const { batch, feedIds } = room.freezeBatch(batchOf('Spring range', ['1', '2'], ['3']))
    expect(new Set([batch, ...feedIds]).size).toBe(3)
    const [first, second] = feedIds.map((id) => room.outbox.detail(id))
    expect(first).toMatchObject({ name: 'Spring range (1 of 2)', batch, itemCount: 2, state: 'queued' })
    expect(second).toMatchObject({ name: 'Spring range (2 of 2)', batch, itemCount: 1 })
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
    expect(room.outbox.body(feedIds[0] ?? '')).toEqual(
      new TextEncoder().encode('<items>Spring range 1,2</items>'),
    )
    expect(room.outbox.entries({ offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      entries: [
        { batch: { id: batch, name: 'Spring range', state: 'queued', feeds: 2, sent: 0, itemCount: 3 } },
      ],
    })
  })

  test('freezes a single payload as a separate feed with the plain name', () => {
    using room = openStores()
    const { batch, feedIds } = room.freezeBatch(batchOf('Tea', ['1']))
    expect(feedIds).toEqual([batch])
    expect(room.outbox.feed(batch)).toMatchObject({ name: 'Tea', batch: undefined })
    expect(room.outbox.batch(batch)).toBeUndefined()
    expect(room.outbox.entries({ offset: 0, limit: 10 }).entries).toMatchObject([{ feed: { id: batch } }])
  })

  test('stores the parts of a generated name with the batch and its feeds', () => {
    using room = openStores()
    const whole: Name = { made: 'contents', kind: 'create', items: 2 }
    const { batch, feedIds } = room.freezeBatch({ ...batchOf('2 items', ['1'], ['2']), name: whole })
    expect(room.outbox.batch(batch)).toMatchObject({ name: 'New items: 2 items', nameParts: whole })
    for (const [index, id] of feedIds.entries())
      expect(room.outbox.feed(id)).toMatchObject({
        name: `New items: 2 items (${index + 1} of 2)`,
        nameParts: { made: 'part', whole, number: index + 1, of: 2 },
      })
    const given = room.freezeBatch(batchOf('2 items', ['3'], ['4']))
    expect(room.outbox.feed(given.feedIds[0] ?? '')?.nameParts).toMatchObject({ whole: '2 items' })
    expect(room.outbox.batch(given.batch)?.nameParts).toBeUndefined()
  })

  test('stores nothing if freezing a batch fails', () => {
    using room = openStores()
    const broken = batchOf('Tea', ['1'], ['2'])
    expect(() =>
      room.freezeBatch({
        ...broken,
        feeds: [...broken.feeds, { ...broken.feeds[0], itemCount: null } as never],
      }),
    ).toThrow()
    expect(room.outbox.entries({ offset: 0, limit: 10 }).total).toBe(0)
    expect(room.outbox.list({ offset: 0, limit: 10 }).total).toBe(0)
  })

  test('lets a feed of a batch wait for another feed about the same items', () => {
    using room = openStores()
    const first = room.freezeBatch(batchOf('First', ['1'], ['2']))
    const second = room.freezeBatch(batchOf('Second', ['2'], ['3']))
    expect(room.outbox.detail(second.feedIds[0] ?? '')?.waitsFor).toEqual([
      {
        id: first.feedIds[1],
        name: 'First (2 of 2)',
        nameParts: { made: 'part', whole: 'First', number: 2, of: 2 },
      },
    ])
    room.outbox.applyEvent(first.feedIds[0] ?? '', 'withdraw', { message: '' })
    room.outbox.applyEvent(first.feedIds[1] ?? '', 'send', { message: '' })
    expect(room.outbox.nextToSend(room.clock.now, 0).feed?.row.name).toBe('Second (2 of 2)')
  })
})

test('a batch reflects the states of its feeds after any history', () => {
  const steps = fc.array(
    fc.record({ feed: fc.nat({ max: 2 }), event: fc.constantFrom(...outboxEventNames) }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(steps, (history) => {
      using room = openStores()
      const { batch, feedIds } = room.freezeBatch(batchOf('Range', ['1'], ['2'], ['3']))
      for (const { feed, event } of history) {
        const id = feedIds[feed] ?? ''
        if (!nextState(room.outbox.feed(id)?.state ?? 'done', event)) continue
        room.recorded.length = 0
        room.outbox.applyEvent(id, event, { message: event })
        expect(room.recorded.flat()).toContain(batch)
      }
      const states = feedIds.flatMap((id) => room.outbox.feed(id)?.state ?? [])
      const counts = Object.fromEntries(
        states.map((state) => [state, states.filter((one) => one === state).length]),
      )
      expect(room.outbox.batch(batch)).toMatchObject({
        counts,
        state: stateOfBatch(counts),
        sent: states.filter(isSent).length,
        feeds: 3,
      })
    }),
    { numRuns: numberOfCases(40) },
  )
})

test("adds up the service's counters over the feeds of a batch", () => {
  using room = openStores()
  const { batch, feedIds } = room.freezeBatch(batchOf('Range', ['1', '2'], ['3']))
  const [one = '', other = ''] = feedIds
  for (const id of feedIds) {
    room.outbox.applyEvent(id, 'send', { message: '' })
    room.outbox.applyEvent(id, 'acknowledge', { message: '', upstreamFeedId: `u${id}` })
  }
  expect(room.outbox.batch(batch)?.counters).toBeUndefined()
  const report = (received: number, failed: number) => ({
    feedId: '',
    feedStatus: 'PROCESSED',
    counters: { received, succeeded: received - failed, failed, processing: 0 },
    results: [],
  })
  room.outbox.applyEvent(one, 'finish-in-part', { message: '', report: report(2, 1) })
  room.outbox.applyEvent(other, 'finish', { message: '', report: report(1, 0) })
  expect(room.outbox.batch(batch)).toMatchObject({
    state: 'partly-done',
    sent: 2,
    counters: { received: 3, succeeded: 2, failed: 1, processing: 0 },
  })
  room.outbox.toBatch(batch, 'settle')
  expect(room.outbox.batch(batch)?.state).toBe('done')
  expect(() => room.outbox.toBatch(batch, 'settle')).toThrow(/No feed of this batch/)
})
