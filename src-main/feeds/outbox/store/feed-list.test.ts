import { describe, expect, test } from 'vitest'
import { queryPlans } from '../../../testing/query-plans.ts'
import { batchOf, openStores } from '../fixtures/outbox-stores.ts'
import { readEntries } from './entry-list.ts'
import { readFeedList } from './feed-list.ts'

/** An outbox with feeds and batches in several groups. */
function outbox() {
  const room = openStores()
  const freeze = (name: string, ...codes: string[][]) => room.freezeBatch(batchOf(name, ...codes))
  const applyEvent = (id: string | undefined, ...events: Parameters<typeof room.outbox.applyEvent>[1][]) => {
    for (const event of events) room.outbox.applyEvent(id ?? '', event, { message: event })
  }
  const old = freeze('Old range', ['1'], ['2'])
  const done = freeze('Done alone', ['3'])
  const waiting = freeze('Waiting range', ['4'], ['SKU-5'], ['6'])
  const failed = freeze('Failed alone', ['7'])
  applyEvent(done.batch, 'send', 'acknowledge', 'finish')
  applyEvent(old.feedIds[0], 'send', 'acknowledge', 'finish-in-part')
  applyEvent(old.feedIds[1], 'send', 'acknowledge', 'finish')
  applyEvent(failed.batch, 'send', 'refuse')
  applyEvent(waiting.feedIds[1], 'send', 'acknowledge', 'progress')
  return { ...room, old, done, waiting, failed }
}
const namesOf = ({ entries }: ReturnType<ReturnType<typeof openStores>['outbox']['entries']>) =>
  entries.map(({ feed, batch }) => (feed ?? batch)?.name)

describe('outbox rows', () => {
  test('lists rows that need attention first, then the newest; a batch is one row', () => {
    using room = outbox()
    const all = room.outbox.entries({ offset: 0, limit: 10 })
    expect(namesOf(all)).toEqual(['Failed alone', 'Old range', 'Waiting range', 'Done alone'])
    expect(all.total).toBe(4)
    expect(all.entries[1]?.batch).toMatchObject({ state: 'partly-done', sent: 2, feeds: 2 })
    expect(all.entries[2]?.batch).toMatchObject({ state: 'queued', sent: 1, feeds: 3 })
  })

  test('windows contain each row once, also across groups; past the end returns the last window', () => {
    using room = outbox()
    const seen = [0, 1, 2, 3].flatMap((offset) => namesOf(room.outbox.entries({ offset, limit: 1 })))
    expect(seen).toEqual(['Failed alone', 'Old range', 'Waiting range', 'Done alone'])
    expect(namesOf(room.outbox.entries({ offset: 1, limit: 2 }))).toEqual(['Old range', 'Waiting range'])
    expect(room.outbox.entries({ offset: 90, limit: 3 })).toMatchObject({ offset: 3, total: 4 })
  })

  test('lists a batch only in the group of its own state', () => {
    using room = outbox()
    const inGroup = (group: 'needs-you' | 'under-way' | 'done' | 'withdrawn') =>
      namesOf(room.outbox.entries({ group, offset: 0, limit: 10 }))
    expect(inGroup('needs-you')).toEqual(['Failed alone', 'Old range'])
    expect(inGroup('under-way')).toEqual(['Waiting range'])
    expect(inGroup('done')).toEqual(['Done alone'])
    expect(inGroup('withdrawn')).toEqual([])
  })

  test('lists feeds of a batch that need attention first, then in sending order', () => {
    using room = outbox()
    room.outbox.applyEvent(room.waiting.feedIds[2] ?? '', 'send', { message: '' })
    room.outbox.applyEvent(room.waiting.feedIds[2] ?? '', 'refuse', { message: '' })
    const list = room.outbox.list({ batch: room.waiting.batch, offset: 0, limit: 10 })
    expect(list.feeds.map(({ name }) => name)).toEqual([
      'Waiting range (3 of 3)',
      'Waiting range (1 of 3)',
      'Waiting range (2 of 3)',
    ])
    expect(list.total).toBe(3)
  })
})

test('lists the feeds that the service has, also by name: not those that are queued or failed', () => {
  using room = outbox()
  const sent = (text?: string) =>
    room.outbox.list({ sent: true, text, offset: 0, limit: 10 }).feeds.map(({ name }) => name)
  expect(sent()).toEqual(['Waiting range (2 of 3)', 'Done alone', 'Old range (2 of 2)', 'Old range (1 of 2)'])
  expect(sent('range')).toHaveLength(3)
  expect(sent('failed')).toEqual([])
})

describe('news', () => {
  test("returns rows that ended or need attention, without a person's own actions and feeds followed by programs", () => {
    using room = outbox()
    const since = room.clock.now
    expect(
      room.outbox
        .news(since - 1)
        .map(({ feed, batch }) => (feed ?? batch)?.name)
        .toSorted(),
    ).toEqual(['Done alone', 'Failed alone', 'Old range'])
    expect(room.outbox.news(since)).toEqual([])
    room.clock.now += 1000
    const [id = ''] = room.freezeBatch(batchOf('Given up', ['77'])).feedIds
    for (const event of ['send', 'acknowledge', 'settle'] as const)
      room.outbox.applyEvent(id, event, { message: '' })
    room.outbox.freezePosted({
      ...{ id: 'p', idempotencyKey: 'k', kind: 'create', name: 'Posted', itemCount: 1, codes: ['78'] },
      body: new Uint8Array([1]),
      postedBy: { username: 'till' },
    })
    for (const event of ['send', 'acknowledge', 'finish'] as const)
      room.outbox.applyEvent('p', event, { message: '' })
    expect(room.outbox.news(since)).toEqual([])
    for (const feedId of room.waiting.feedIds)
      if (room.outbox.feed(feedId)?.state === 'queued')
        for (const event of ['send', 'refuse'] as const)
          room.outbox.applyEvent(feedId, event, { message: '' })
    expect(room.outbox.news(since)).toMatchObject([{ batch: { name: 'Waiting range', state: 'failed' } }])
    const before = room.clock.now
    room.clock.now += 1000
    room.outbox.applyEvent(room.old.feedIds[0] ?? '', 'settle', { message: '' })
    expect(room.outbox.batch(room.old.batch)?.state).toBe('done')
    expect(room.outbox.news(before)).toEqual([])
  })
})

describe('search', () => {
  const find = (room: ReturnType<typeof outbox>, text: string, group?: 'done' | 'under-way') =>
    namesOf(room.outbox.entries({ text, offset: 0, limit: 10, ...(group && { group }) }))

  test("finds a batch once by its feeds' name, code, identifier, hash or key", () => {
    using room = outbox()
    expect(find(room, 'range')).toEqual(['Old range', 'Waiting range'])
    expect(find(room, 'SKU-5')).toEqual(['Waiting range'])
    const [id = ''] = room.waiting.feedIds
    const { sha256, idempotencyKey } = room.outbox.detail(id) ?? { sha256: '', idempotencyKey: '' }
    expect(find(room, id)).toEqual(['Waiting range'])
    expect(find(room, sha256.slice(0, 12).toUpperCase())).toEqual(['Waiting range'])
    expect(find(room, idempotencyKey)).toEqual(['Waiting range'])
    expect(find(room, 'range', 'under-way')).toEqual(['Waiting range'])
    expect(find(room, 'range', 'done')).toEqual([])
    expect(find(room, 'nothing of it')).toEqual([])
  })

  test('searches the history: address, user, answer, day', () => {
    using room = outbox()
    const [id = ''] = room.waiting.feedIds
    room.outbox.applyEvent(id, 'send', {
      message: 'Sending',
      trail: { to: 'https://catalog.example/api', as: 'desk-berlin' },
    })
    room.outbox.applyEvent(id, 'refuse', {
      message: 'The service says: Größe überschritten',
      trail: { status: 413 },
    })
    expect(find(room, 'catalog.example')).toEqual(['Waiting range'])
    expect(find(room, 'desk-berlin')).toEqual(['Waiting range'])
    for (const text of ['grosse', 'GRÖSSE', 'Große uber', 'Größe\u00a0überschritten'])
      expect(find(room, text), text).toEqual(['Waiting range'])
    expect(find(room, 'größer')).toEqual([])
    expect(find(room, '413')).toEqual(['Waiting range'])
    expect(find(room, '"NEAR( * - OR')).toEqual([])
    const local = new Date(room.clock.now)
    const day = `${local.getFullYear()}-${String(local.getMonth() + 1).padStart(2, '0')}-${String(local.getDate()).padStart(2, '0')}`
    expect(find(room, day)).toHaveLength(4)
    expect(find(room, '2020-01-01')).toEqual([])
    expect(room.outbox.detail(id)?.events.at(-2)?.trail).toMatchObject({
      to: 'https://catalog.example/api',
      as: 'desk-berlin',
      sha256: room.outbox.detail(id)?.sha256,
    })
  })
})

describe('query plans', () => {
  test('windows are merged from indexes without reading other rows', () => {
    using room = outbox()
    const plans = queryPlans(room.db, (db) => {
      readEntries(db)
      readFeedList(db)
    })
    for (const { sql, plan } of plans) {
      if (/AS place|feed_in_batch/.test(sql) && !/@folded|AS at/.test(sql)) {
        expect(plan, sql).not.toContain('TEMP B-TREE')
        expect(plan, sql).not.toMatch(/SCAN feed\b/)
      }
      if (/@folded/.test(sql)) expect(plan, sql).not.toMatch(/SCAN feed(?! USING COVERING INDEX)\b/)
    }
    const heads = plans.find(({ sql }) => sql.includes('feed_alone WHERE batch IS NULL AND state = '))
    expect(heads?.plan).toContain('SEARCH feed USING COVERING INDEX feed_alone')
    expect(heads?.plan).toContain('SEARCH feed_batch USING COVERING INDEX feed_batch_state')
    expect(plans.find(({ sql }) => sql.includes('feed_event.at >='))?.plan).toMatch(
      /SEARCH feed_event USING (COVERING )?INDEX feed_event_at/,
    )
  })
})
