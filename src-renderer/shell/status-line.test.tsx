import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SyncState } from '../../src-shared/sync/model.ts'
import { queryClient, shell, show, statusText } from '../testing/shown-shell.tsx'

afterEach(() => void vi.useRealTimers())

const shows = (words: string) => expect.poll(statusText).toContain(words)

test('the line shows whether the service is reachable, the age of the copy and waiting feeds', async () => {
  await show()
  await shows('Online')
  await shows('Synced 5 minutes ago')
  await shows('3 feeds in the outbox · 1 uncertain')
  expect(statusText()).not.toContain('Local API')
  expect(page.getByRole('alert').elements()).toEqual([])
})

test.each([
  ['Working offline', { paused: true }],
  ['Not contacted yet', { reachable: undefined }],
  ['Not contacted since the start', { reachable: true, reachedAt: undefined }],
  ['Last answer 2 minutes ago', { reachable: true, reachedAt: new Date(Date.now() - 120_000).toISOString() }],
  ['Offline', { reachable: false, reason: 'No network.' }],
])('%s', async (words, more) => {
  shell.overview = { ...shell.overview, ...more }
  await show()
  await shows(words)
})

test('Online is shown for 30 seconds after the last answer of the service', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  shell.overview = { ...shell.overview, reachedAt: new Date().toISOString() }
  await show()
  await shows('Online')
  // The service is stopped here, and no call is made.
  await vi.advanceTimersByTimeAsync(29_900)
  expect(statusText()).toContain('Online')
  await vi.advanceTimersByTimeAsync(100)
  expect(statusText()).toContain('Last answer')
  expect(statusText()).not.toContain('Online')
})

test('Online is not shown for an answer in the future, as after the clock was set back', async () => {
  shell.overview = { ...shell.overview, reachedAt: new Date(Date.now() + 3_600_000).toISOString() }
  await show()
  await shows('Last answer')
})

test('the line shows a running sync, a paused sync, and that there was no sync yet', async () => {
  const run = { phase: 'items', itemsDone: 1200, itemsTotal: 18_980, picturesDone: 3, picturesTotal: 20 }
  shell.sync = { history: [], current: { ...run, outcome: 'running' } as SyncState['current'] }
  await show()
  await shows('Syncing 1,200 of 18,980 items')
  shell.sync = {
    history: [],
    current: { ...run, outcome: 'paused', phase: 'pictures' } as SyncState['current'],
  }
  await queryClient.invalidateQueries()
  await shows('Sync paused 3 of 20 pictures')
  shell.sync = { history: [] }
  await queryClient.invalidateQueries()
  await shows('Never synced')
})

test('a local API that could not start, and its active limits and faults are shown', async () => {
  shell.workspace.localApi = {
    running: false,
    reason: 'Port 8642 is in use.',
    username: 'desk',
    activeConditions: ['latency', 'errorRate'],
  }
  await show()
  await shows('Local API off')
  await expect
    .element(page.getByRole('link', { name: '2 conditions on' }))
    .toHaveAttribute('href', '/local-api/conditions')
})
