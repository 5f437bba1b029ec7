import { expect, test } from 'vitest'
import type { OutboxOverview } from '../../../src-shared/outbox/model.ts'
import { noFeeds } from '../../../src-shared/outbox/outbox-state.ts'
import { waitingWords } from './waiting-words.ts'

const well: OutboxOverview = {
  counts: { ...noFeeds, queued: 1 },
  paused: false,
  needsCredentials: false,
  reachable: true,
}
const queued = { state: 'queued' as const, waitsFor: [] }
const behind = { state: 'queued' as const, waitsFor: [{ id: 'f1', name: 'tea.xml' }] }

test('whoever waits for a feed is told what it waits for', () => {
  expect(waitingWords({ state: 'sending', waitsFor: [] }, well)).toBeUndefined()
  expect(waitingWords(behind, { ...well, paused: true })).toContain('works offline')
  expect(waitingWords(behind, { ...well, needsCredentials: true })).toContain('password')
  expect(waitingWords(behind, { ...well, reachable: false, reason: 'Nothing answers there.' })).toBe(
    'Waiting: Nothing answers there. It is tried again from time to time.',
  )
  expect(waitingWords(behind, well)).toBe('Waiting for “tea.xml” (f1), about the same items.')
  expect(waitingWords({ ...queued, note: 'Turned away for now.' }, well)).toBe(
    'Waiting: Turned away for now.',
  )
  expect(waitingWords(queued, well)).toContain('Waiting: Waits on this computer')
})
