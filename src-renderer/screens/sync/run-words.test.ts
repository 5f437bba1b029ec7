import { expect, test } from 'vitest'
import type { SyncRun } from '../../../src-shared/sync/model.ts'
import { duration, progressWords, share, timeLeft } from './run-words.ts'

const run = (more: Partial<SyncRun>): SyncRun => ({
  id: 'r1',
  startedAt: '2026-05-01T00:00:00Z',
  outcome: 'running',
  kind: 'full',
  phase: 'items',
  itemsDone: 0,
  itemsNew: 0,
  itemsChanged: 0,
  itemsUnchanged: 0,
  itemsGone: 0,
  itemsReturned: 0,
  setAside: 0,
  picturesTotal: 0,
  picturesDone: 0,
  bytes: 0,
  ...more,
})

test('share returns null while the total is unknown', () => {
  expect(share(run({ phase: 'lookups' }))).toBeNull()
  expect(share(run({ itemsDone: 50 }))).toBeNull()
  expect(share(run({ itemsDone: 50, itemsTotal: 200 }))).toBe(0.25)
  expect(progressWords(run({ itemsDone: 1204, itemsTotal: 18_980 }))).toBe('1,204 of 18,980 items')
  expect(progressWords(run({ phase: 'pictures', picturesDone: 1, picturesTotal: 3 }))).toBe('1 of 3 pictures')
})

test.each([
  [4, 'a few seconds left'],
  [34, 'about 30 seconds left'],
  [61, 'about 1 minute left'],
  [600, 'about 10 minutes left'],
  [8000, 'about 2 hours left'],
])('%i seconds are %s', (seconds, words) => expect(timeLeft(seconds)).toBe(words))

test.each([
  ['2026-05-01T00:00:12Z', '12 s'],
  ['2026-05-01T00:01:24Z', '1 min 24 s'],
  ['2026-05-01T02:05:00Z', '2 h 5 min'],
])('a run until %s took %s', (to, words) => expect(duration('2026-05-01T00:00:00Z', to)).toBe(words))
