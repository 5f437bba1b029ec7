import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextState, outboxEventNames } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { draftReader, draftWriter } from '../../drafts/stores.ts'
import { outboxReader } from './outbox-reader.ts'
import { outboxWriter } from './outbox-writer.ts'

function open() {
  const database = openTemporaryDatabase()
  const { db } = database
  let time = Date.UTC(2025, 0, 1)
  const recorded: string[] = []
  const context: WriterContext = {
    db,
    now: () => time++,
    record: (change) => void recorded.push(change.topic),
  }
  return {
    ...database,
    recorded,
    drafts: { ...draftReader.open({ db }), ...draftWriter.open(context) },
    outbox: { ...outboxReader.open({ db }), ...outboxWriter.open(context) },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  }
}
const newDraft = { id: 'd1', kind: 'create', name: 'Tea' } as const
const body = new TextEncoder().encode('<items>\u00e9</items>')
const newFeed = (id: string, codes: string[] = []) => ({
  id,
  idempotencyKey: `key of ${id}`,
  itemCount: 1,
  codes,
})
const frozen = (id: string) => ({ ...newFeed(id), body })
const posted = (id: string, codes: string[] = []) => ({
  ...newFeed(id, codes),
  kind: 'create' as const,
  name: id,
  body: new TextEncoder().encode(`<items id="${id}"/>`),
})

describe('draftReader.list', () => {
  test('returns windows, last changed first; past the end returns the last window', () => {
    using room = open()
    for (const id of ['d1', 'd2', 'd3']) room.drafts.create({ ...newDraft, id }, [])
    room.drafts.edit('d1', 'Name', [{ do: 'rename', name: 'Coffee' }])
    const idsFrom = (offset: number) => room.drafts.list({ offset, limit: 2 }).drafts.map(({ id }) => id)
    expect(idsFrom(0)).toEqual(['d1', 'd3'])
    expect(idsFrom(2)).toEqual(['d2'])
    expect(room.drafts.list({ offset: 90, limit: 2 })).toMatchObject({ total: 3, offset: 2 })
  })
})

describe('freezing', () => {
  test('turns a draft into a feed with exactly its bytes, hash and key', () => {
    using room = open()
    room.drafts.create(newDraft, [])
    expect(room.outbox.freezeDraft({ id: 'd1', revision: 2 }, [frozen('f1')])).toEqual({ refused: 'stale' })
    expect(room.outbox.freezeDraft({ id: 'd1', revision: 1 }, [frozen('f1')])).toEqual({
      batch: 'f1',
      feedIds: ['f1'],
    })
    expect(room.drafts.list({ offset: 0, limit: 2 })).toEqual({ total: 0, offset: 0, drafts: [] })
    expect(room.outbox.body('f1')).toEqual(body)
    expect(room.outbox.detail('f1')).toMatchObject({
      state: 'queued',
      xml: '<items>\u00e9</items>',
      bytes: 17,
      sha256: '3b8ed3590f22920b80621fa2fb1b1bbd7ef93409400199beed298478a7dbcfe4',
      idempotencyKey: 'key of f1',
      events: [{ state: 'queued' }],
    })
    expect(room.outbox.freezeDraft({ id: 'd1', revision: 1 }, [frozen('f2')])).toEqual({ refused: 'missing' })
  })

  test('returns the existing feed for a repeated key, and rejects a used key for another payload', () => {
    using room = open()
    const postedBy = { username: 'till', idempotencyKey: 'k' }
    expect(room.outbox.freezePosted({ ...posted('f1'), postedBy })).toEqual({ feedId: 'f1', repeated: false })
    const again = { ...posted('f2'), body: posted('f1').body, postedBy }
    expect(room.outbox.freezePosted(again)).toEqual({ feedId: 'f1', repeated: true })
    expect(room.outbox.freezePosted({ ...posted('f2'), postedBy })).toEqual({ refused: 'key-used' })
  })

  test('withdrawing returns the bytes as a draft', () => {
    using room = open()
    room.drafts.create(newDraft, [])
    room.outbox.freezeDraft({ id: 'd1', revision: 1 }, [frozen('f1')])
    const draft = room.outbox.withdraw('f1', 'd2')
    expect(draft).toMatchObject({ id: 'd2', kind: 'create', name: 'Tea' })
    expect(room.drafts.text('d2')).toBe('<items>\u00e9</items>')
    expect(room.outbox.feed('f1')?.state).toBe('withdrawn')
    expect(() => room.outbox.withdraw('f1', 'd3')).toThrow(/: Withdrawn\./)
  })
})

describe('events', () => {
  test('applies exactly the events of the state machine, each with its row', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...outboxEventNames), { maxLength: 25 }), (events) => {
        using room = open()
        room.outbox.freezePosted(posted('f1'))
        let state = room.outbox.feed('f1')?.state ?? 'done'
        const expected = [state]
        for (const event of events) {
          const next = nextState(state, event)
          const apply = () => room.outbox.applyEvent('f1', event, { message: event })
          if (!next) expect(apply).toThrow(/no longer possible/)
          else {
            expect(apply()).toBe(next)
            expected.push(next)
            state = next
          }
        }
        const detail = room.outbox.detail('f1')
        expect(detail?.state).toBe(state)
        expect(detail?.events.map((event) => event.state)).toEqual(expected)
      }),
      { numRuns: numberOfCases(30) },
    )
  })

  test('marks feeds that were being sent as uncertain after a restart, and no others', () => {
    using room = open()
    for (const id of ['f1', 'f2']) room.outbox.freezePosted(posted(id))
    room.outbox.applyEvent('f1', 'send', { message: 'Sending', newestBefore: 'u0' })
    expect(room.outbox.recover('The program ended')).toEqual(['f1'])
    expect(room.outbox.recover('The program ended')).toEqual([])
    expect(room.outbox.list({ offset: 0, limit: 10 }).feeds.map((feed) => feed.state)).toEqual([
      'queued',
      'uncertain',
    ])
    expect(room.outbox.feed('f1')).toMatchObject({ attempts: 1, note: 'The program ended' })
  })

  test('gives a retried feed a new key only if the service had accepted it', () => {
    using room = open()
    for (const id of ['f1', 'f2']) {
      room.outbox.freezePosted(posted(id))
      room.outbox.applyEvent(id, 'send', { message: '' })
    }
    room.outbox.applyEvent('f1', 'refuse', { message: '' })
    room.outbox.applyEvent('f2', 'acknowledge', { message: '', upstreamFeedId: 'u2' })
    room.outbox.applyEvent('f2', 'reject', { message: '' })
    room.outbox.retry('f1', 'new 1')
    room.outbox.retry('f2', 'new 2')
    expect(room.outbox.detail('f1')?.idempotencyKey).toBe('key of f1')
    expect(room.outbox.detail('f2')).toMatchObject({ idempotencyKey: 'new 2', state: 'queued' })
    expect(room.outbox.feed('f2')?.upstreamFeedId).toBeUndefined()
  })
})

test('ignores the result of a poll after a person settled the feed', () => {
  using room = open()
  room.outbox.freezePosted(posted('f1'))
  room.outbox.applyEvent('f1', 'send', { message: '' })
  room.outbox.applyEvent('f1', 'acknowledge', { message: '', upstreamFeedId: 'u1' })
  const report = {
    feedId: 'u1',
    feedStatus: 'INPROGRESS',
    counters: { received: 1, succeeded: 0, failed: 0, processing: 1 },
    results: [],
  }
  room.outbox.plan('f1', Date.UTC(2025, 0, 2), { note: 'Asked' })
  expect(room.outbox.detail('f1')).toMatchObject({ state: 'acknowledged', note: 'Asked' })
  room.outbox.applyEvent('f1', 'settle', { message: 'Settled by you' })
  const settled = room.outbox.detail('f1')
  const before = room.recorded.length
  room.outbox.plan('f1', Date.UTC(2025, 0, 3), { note: 'Too late', report, isMiss: true })
  room.outbox.plan('no such feed', Date.UTC(2025, 0, 3), { note: 'Too late' })
  expect(room.outbox.detail('f1')).toEqual(settled)
  expect(settled).toMatchObject({ state: 'done', note: 'Settled by you' })
  expect(room.recorded).toHaveLength(before)
})

describe('queue order', () => {
  test('a feed waits only for earlier feeds about the same item', () => {
    using room = open()
    room.outbox.freezePosted(posted('f1', ['1', '2']))
    room.outbox.freezePosted(posted('f2', ['2']))
    room.outbox.freezePosted(posted('f3', ['3']))
    const next = () => room.outbox.nextToSend(Date.now(), 0).feed?.row.id
    expect(next()).toBe('f1')
    room.outbox.applyEvent('f1', 'send', { message: '' })
    expect(next()).toBe('f3')
    room.outbox.applyEvent('f1', 'acknowledge', { message: '', upstreamFeedId: 'u1' })
    expect(next()).toBe('f3')
    room.outbox.applyEvent('f1', 'finish', { message: '' })
    expect(next()).toBe('f2')
    expect(room.outbox.isClaimed('u1')).toBe(true)
    expect(room.outbox.isClaimed('u2')).toBe(false)
  })

  test('a failed feed blocks no other until it is queued again', () => {
    using room = open()
    room.outbox.freezePosted(posted('f1', ['1', '1']))
    room.outbox.freezePosted(posted('f2', ['1']))
    const next = () => room.outbox.nextToSend(Date.now(), 0).feed?.row.id
    room.outbox.applyEvent('f1', 'send', { message: '' })
    expect(next()).toBeUndefined()
    room.outbox.applyEvent('f1', 'refuse', { message: '' })
    expect(next()).toBe('f2')
    room.outbox.retry('f1', 'new key')
    expect(next()).toBe('f1')
    room.outbox.withdraw('f1', 'd1')
    expect(next()).toBe('f2')
  })
})

test('setOutboxStatus persists, and changes only the given members', () => {
  using room = open()
  expect(room.outbox.overview()).toEqual({
    counts: expect.any(Object),
    held: 0,
    elsewhere: [],
    entries: { 'under-way': 0, 'needs-you': 0, done: 0, withdrawn: 0 },
    paused: false,
    needsCredentials: false,
  })
  room.outbox.setOutboxStatus({ reachable: false, reason: 'No network', holdUntil: 5 })
  room.outbox.setOutboxStatus({ paused: true })
  expect(room.outbox.overview()).toMatchObject({ paused: true, reachable: false, reason: 'No network' })
  room.outbox.setOutboxStatus({ reason: null, reachable: true, holdUntil: null })
  expect(room.outbox.standing()).toMatchObject({ paused: 1, reachable: 1, reason: null, hold_until: null })
})

test('untried feeds stay queued when a workspace gets its first identity, and become uncertain in a copy', () => {
  using room = open()
  room.outbox.freezePosted(posted('f1'))
  expect(room.outbox.takeNewIdentity('11111111-1111-1111-1111-111111111111', 'Copied')).toEqual([])
  expect(room.outbox.feed('f1')).toMatchObject({ state: 'queued' })
  expect(room.outbox.takeNewIdentity('22222222-2222-2222-2222-222222222222', 'Copied')).toEqual(['f1'])
  expect(room.outbox.feed('f1')).toMatchObject({ state: 'uncertain', note: 'Copied' })
})
