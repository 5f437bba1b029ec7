import { expect, test } from 'vitest'
import type { OutboxOverview } from '../../../src-shared/outbox/model.ts'
import { waitingWords } from './waiting-words.ts'

const counts = {
  queued: 1,
  sending: 0,
  'looked-for': 0,
  acknowledged: 0,
  processing: 0,
  'partly-done': 0,
  done: 0,
  failed: 0,
  uncertain: 0,
  withdrawn: 0,
}
const well: OutboxOverview = { counts, paused: false, needsCredentials: false, reachable: true }
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
