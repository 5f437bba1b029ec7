import { expect, test } from 'vitest'
import type { OutboxEntry, OutboxFeed } from './model.ts'
import { createNewsReader } from './outbox-news.ts'

const feed = (name: string, changes: Partial<OutboxFeed> = {}): OutboxEntry => ({
  feed: {
    id: name,
    kind: 'create',
    name,
    state: 'done',
    itemCount: 3,
    bytes: 9,
    attempts: 1,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    ...changes,
  },
})
const counters = { received: 3, succeeded: 1, failed: 2, processing: 0 }

test.each<[Partial<OutboxFeed>, boolean, string, string]>([
  [{}, false, '“Teas” is done', '3 items went through.'],
  [{ itemCount: 1 }, false, '“Teas” is done', '1 item went through.'],
  [{ counters }, false, '“Teas” is done', '1 item went through, 2 refused.'],
  [{ state: 'partly-done', counters }, true, '“Teas” needs you', '2 items were refused.'],
  [{ state: 'partly-done' }, true, '“Teas” needs you', 'Review its results in the outbox.'],
  [{ state: 'failed' }, true, '“Teas” needs you', 'It failed. The outbox shows the reason.'],
  [{ state: 'uncertain' }, true, '“Teas” needs you', 'It may have arrived. Check it in the outbox.'],
])('describes a feed: %j', (changes, isUrgent, title, body) => {
  expect(createNewsReader()([feed('Teas', changes)])).toEqual([{ isUrgent, title, body, feed: 'Teas' }])
})

test('describes an entry once in each state', () => {
  const read = createNewsReader()
  expect(read([feed('Teas', { state: 'failed' })])).toHaveLength(1)
  expect(read([feed('Oats'), feed('Teas', { state: 'failed' })]).map(({ feed: id }) => id)).toEqual(['Oats'])
  expect(read([feed('Oats'), feed('Teas')]).map(({ title }) => title)).toEqual(['“Teas” is done'])
})

test('describes more than three entries as a count', () => {
  const many = (state: OutboxFeed['state']) => [
    feed('a', { state }),
    ...['b', 'c', 'd'].map((name) => feed(name)),
  ]
  const title = '4 feeds came to an end'
  expect(createNewsReader()(many('failed'))).toEqual([
    { isUrgent: true, title, body: '1 of them needs you.' },
  ])
  expect(createNewsReader()(many('done'))).toEqual([
    { isUrgent: false, title, body: 'None of them needs you.' },
  ])
})
