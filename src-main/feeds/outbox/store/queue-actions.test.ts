import { describe, expect, test } from 'vitest'
import { batchOf, openStores } from '../fixtures/outbox-stores.ts'

const hour = 3_600_000
const waits = { attempt: 1000, question: 1000, hold: 1000 }

/** A batch of three feeds about different items, with a function that returns the next feed to send. */
function line() {
  const room = openStores()
  const { batch, feedIds } = room.freezeBatch(batchOf('Range', ['1'], ['2'], ['3']))
  const [first = '', second = '', third = ''] = feedIds
  const next = () => room.outbox.nextToSend(room.clock.now, 0).feed?.row.id
  return { ...room, batch, first, second, third, next }
}

describe('hold', () => {
  test('keeps a feed queued until the hold is ended, while the others are sent', () => {
    using room = line()
    room.outbox.hold(room.first, null)
    expect(room.next()).toBe(room.second)
    expect(room.outbox.feed(room.first)).toMatchObject({
      state: 'queued',
      hold: {},
      note: 'Held by you until you let it go',
      nextAttemptAt: undefined,
    })
    expect(room.outbox.batch(room.batch)?.held).toBe(1)
    expect(() => room.outbox.applyEvent(room.first, 'send', { message: '' })).toThrow(/held/)
    room.outbox.letGo(room.first)
    expect(room.next()).toBe(room.first)
    expect(room.outbox.feed(room.first)?.hold).toBeUndefined()
  })

  test('sends the feed automatically at the end of the hold, and plans the attempt for that time', () => {
    using room = line()
    room.outbox.toBatch(room.batch, 'hold', { until: room.clock.now + hour })
    expect(room.next()).toBeUndefined()
    expect(room.outbox.turn(room.clock.now, 0).nextAttempt).toBe(room.clock.now + hour)
    expect(room.outbox.feed(room.second)?.nextAttemptAt).toBe('2026-01-01T01:00:00.000Z')
    room.clock.now += hour
    expect(room.next()).toBe(room.first)
    room.outbox.applyEvent(room.first, 'send', { message: '' })
    room.outbox.applyEvent(room.first, 'not-sent', { message: '' })
    expect(room.outbox.feed(room.first)?.hold).toBeUndefined()
  })

  test('keeps the intended duration if the clock was wrong when the hold was set', () => {
    using room = line()
    room.outbox.hold(room.first, room.clock.now + 2 * hour)
    room.outbox.hold(room.second, null)
    // The clock was a year ahead, and is corrected while the program is not running.
    room.clock.now -= 365 * 24 * hour
    room.outbox.boundWaits(waits)
    expect(room.outbox.feed(room.first)?.hold).toEqual({
      until: new Date(room.clock.now + 2 * hour).toISOString(),
    })
    room.outbox.boundWaits(waits)
    expect(room.outbox.feed(room.second)?.hold).toEqual({})
    // The clock is set back while the program runs.
    room.clock.now -= 24 * hour
    room.outbox.shortenWaits(24 * hour)
    expect(room.outbox.feed(room.first)?.hold).toEqual({
      until: new Date(room.clock.now + 2 * hour).toISOString(),
    })
  })

  test('is not extended by a restart', () => {
    using room = line()
    room.outbox.hold(room.first, room.clock.now + 2 * hour)
    room.clock.now += hour
    room.outbox.boundWaits(waits)
    expect(room.outbox.feed(room.first)?.hold).toEqual({
      until: new Date(room.clock.now + hour).toISOString(),
    })
  })

  test('is rejected for a batch without queued feeds', () => {
    using room = line()
    for (const id of [room.first, room.second, room.third])
      room.outbox.applyEvent(id, 'withdraw', { message: '' })
    expect(() => room.outbox.toBatch(room.batch, 'hold')).toThrow(/No feed of this batch/)
    expect(() => room.outbox.hold(room.first, null)).toThrow(/no longer possible/)
  })
})

describe('hurry', () => {
  test('sends the feeds moved last first, and keeps the order within a batch', () => {
    using room = line()
    const later = room.freezeBatch(batchOf('Later', ['7'], ['8']))
    room.outbox.hurry(room.third)
    room.outbox.toBatch(later.batch, 'hurry')
    const sent: (string | undefined)[] = []
    for (let times = 0; times < 5; times++) {
      const id = room.next() ?? ''
      sent.push(room.outbox.feed(id)?.name)
      room.outbox.applyEvent(id, 'send', { message: '' })
    }
    expect(sent).toEqual([
      'Later (1 of 2)',
      'Later (2 of 2)',
      'Range (3 of 3)',
      'Range (1 of 3)',
      'Range (2 of 3)',
    ])
  })

  test('never overtakes an earlier feed about the same item', () => {
    using room = line()
    const [update = ''] = room.freezeBatch(batchOf('Update', ['1'])).feedIds
    room.outbox.hurry(update)
    expect(room.next()).toBe(room.first)
    expect(room.outbox.feed(update)).toMatchObject({ isUrgent: true })
  })
})

describe('split', () => {
  const halves = [
    { body: new Uint8Array([1]), itemCount: 1, codes: ['1'] },
    { body: new Uint8Array([2]), itemCount: 1, codes: ['2'] },
  ]
  function refused(...codes: string[][]) {
    const room = openStores()
    const { batch, feedIds } = room.freezeBatch(batchOf('Range', ...codes))
    const [id = ''] = feedIds
    room.outbox.applyEvent(id, 'send', { message: '' })
    room.outbox.applyEvent(id, 'refuse', { message: '', trail: { status: 413 } })
    return { ...room, batch, id }
  }

  test('splits a feed of a batch into two feeds of the same batch', () => {
    using room = refused(['1', '2'], ['3'])
    expect(room.outbox.feed(room.id)).toMatchObject({ refusedWith: 413, state: 'failed' })
    const { batch, feedIds } = room.outbox.split(room.id, halves)
    expect(batch).toBe(room.batch)
    expect(room.outbox.feed(room.id)).toMatchObject({ state: 'split' })
    expect(room.outbox.batch(batch)).toMatchObject({ feeds: 3, itemCount: 3, state: 'queued' })
    expect(feedIds.map((id) => room.outbox.feed(id)?.name)).toEqual([
      'Range (1 of 2, part 1)',
      'Range (1 of 2, part 2)',
    ])
    expect(() => room.outbox.split(room.id, halves)).toThrow(/no longer possible/)
  })

  test('turns a feed without a batch into a batch that still lists it', () => {
    using room = refused(['1', '2'])
    const { batch } = room.outbox.split(room.id, halves)
    const list = room.outbox.list({ batch, offset: 0, limit: 9 })
    expect(list.feeds.map(({ name, state }) => [name, state])).toEqual([
      ['Range', 'split'],
      ['Range (1 of 2)', 'queued'],
      ['Range (2 of 2)', 'queued'],
    ])
    expect(room.outbox.entries({ offset: 0, limit: 9 })).toMatchObject({
      total: 1,
      entries: [{ batch: { name: 'Range', feeds: 2, itemCount: 2 } }],
    })
  })

  test('includes the part numbers in the name after a second split', () => {
    using room = refused(['1', '2'], ['3'])
    const [part = ''] = room.outbox.split(room.id, halves).feedIds
    room.outbox.applyEvent(part, 'send', { message: '' })
    room.outbox.applyEvent(part, 'refuse', { message: '' })
    const again = room.outbox.split(part, halves).feedIds
    expect(room.outbox.feed(again[1] ?? '')).toMatchObject({
      name: 'Range (1 of 2, part 1.2)',
      nameParts: { whole: 'Range', number: 1, of: 2, inner: [1, 2] },
    })
    expect(room.outbox.batch(room.batch)).toMatchObject({ feeds: 4 })
  })

  test('is rejected for a feed posted by another program, which follows it as one', () => {
    using room = openStores()
    room.outbox.freezePosted({
      body: new Uint8Array([1]),
      itemCount: 2,
      codes: ['1', '2'],
      id: 'p',
      idempotencyKey: 'k',
      kind: 'create',
      name: 'Posted',
      postedBy: { username: 'till' },
    })
    room.outbox.applyEvent('p', 'send', { message: '' })
    room.outbox.applyEvent('p', 'refuse', { message: '' })
    expect(() => room.outbox.split('p', halves)).toThrow(/posted by till/)
  })
})
