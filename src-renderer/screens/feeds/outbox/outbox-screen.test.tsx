import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {
  FeedListQuestion,
  OutboxBatch,
  OutboxEntry,
  OutboxFeed,
  OutboxOverview,
} from '../../../../src-shared/feeds/outbox/model.ts'
import { noFeeds } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const total = 30_000
const feed = (number: number): OutboxFeed => ({
  id: `f${number}`,
  kind: 'update',
  name: `Price of item ${number}`,
  state: 'done',
  counters: { received: 1, succeeded: 1, failed: 0, processing: 0 },
  itemCount: 1,
  bytes: 900,
  attempts: 1,
  note: 'Processed: 1 received, all succeeded',
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
})
const full: OutboxOverview = {
  counts: {
    ...noFeeds,
    queued: 12,
    sending: 1,
    acknowledged: 4,
    processing: 3,
    done: 29_968,
    failed: 5,
    uncertain: 2,
    withdrawn: 5,
  },
  held: 0,
  elsewhere: [],
  entries: { 'under-way': 20, 'needs-you': 7, done: 29_968, withdrawn: 5 },
  paused: false,
  reachable: true,
  reachedAt: new Date().toISOString(),
  needsCredentials: false,
}
let overview = full
const spring: OutboxBatch = {
  id: 'b1',
  kind: 'create',
  name: 'Spring range',
  state: 'processing',
  counts: { done: 2, processing: 1, queued: 2 },
  feeds: 5,
  sent: 3,
  held: 1,
  itemCount: 4200,
  bytes: 9000,
  counters: { received: 2000, succeeded: 1900, failed: 100, processing: 0 },
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
}
let withBatch = false
const openedBatches: string[] = []
const entryQueries: FeedListQuestion[] = []
const overviewTimes: number[] = []
installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  outbox: {
    overview: () => {
      overviewTimes.push(Date.now())
      return overview
    },
    list: ({ batch, offset }: FeedListQuestion) => {
      openedBatches.push(batch ?? '')
      return { total: 30, offset, feeds: [feed(1), { ...feed(2), state: 'queued', hold: {} }] }
    },
    entries: (question: FeedListQuestion) => {
      entryQueries.push(question)
      const { group, text, offset, limit } = question
      const count = text === 'nothing' || group === 'withdrawn' ? 0 : total
      const entries = Array.from(
        { length: Math.min(limit, Math.max(0, count - offset)) },
        (_, index): OutboxEntry => ({ feed: feed(total - offset - index) }),
      )
      if (withBatch && offset === 0) entries[0] = { batch: spring }
      return { total: count, offset, entries }
    },
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { invalidate } = await import('../../../rpc/changes.ts')
const { OutboxScreen } = await import('./outbox-screen.tsx')
const { Shortcuts } = await import('../../../testing/shortcuts.tsx')

beforeEach(async () => {
  await page.viewport(1280, 800)
  queryClient.clear()
  overview = full
  withBatch = false
  openedBatches.length = 0
  entryQueries.length = 0
  overviewTimes.length = 0
  window.history.replaceState(null, '', '/outbox')
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <main>
        <OutboxScreen />
      </main>
    </QueryClientProvider>,
  )
const rows = () =>
  page.getByRole('table', { name: 'Feeds in the outbox' }).getByRole('row').elements().length - 1

test('requests and shows one page of 30,000 feeds', async () => {
  await show()
  await expect.element(page.getByText('1–50 of 30,000')).toBeVisible()
  await expect.poll(() => rows()).toBe(50)
  await expect.element(page.getByRole('link', { name: 'Price of item 30000' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 30,000')).toBeVisible()
  expect(window.location.search).toBe('?page=2')
  expect(entryQueries).toEqual([
    { offset: 0, limit: 50 },
    { offset: 50, limit: 50 },
  ])
})

test('shows a batch as one row with its progress and expands it', async () => {
  withBatch = true
  await show()
  const row = page.getByRole('row', { name: /Spring range/ })
  await expect.element(row.getByText('3 of 5 feeds sent, 1 held')).toBeVisible()
  await expect.element(row.getByText('1,900 accepted, 100 refused, 2,200 to come')).toBeVisible()
  expect(openedBatches).toEqual([])
  const opener = page.getByRole('button', { name: 'Show the feeds of Spring range' })
  await opener.click()
  await expect.element(page.getByText('Held until you let it go')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All 30 feeds of Spring range' })).toBeVisible()
  expect(openedBatches).toEqual(['b1'])
  await page.getByRole('button', { name: 'Hide the feeds of Spring range' }).click()
  await expect.poll(() => rows()).toBe(50)
  await page.getByRole('link', { name: 'Spring range', exact: true }).click()
  await expect.poll(() => window.location.pathname).toBe('/outbox/batch/b1')
})

test('shows the count of each group and opens a group on its first page', async () => {
  window.history.replaceState(null, '', '/outbox?page=3')
  await show()
  for (const name of ['All 30,000', 'Under way 20', 'Needs you 7', 'Done 29,968', 'Withdrawn 5'])
    await expect.element(page.getByRole('radio', { name, exact: true })).toBeInTheDocument()
  await page.getByText('Needs you 7').click()
  await expect.poll(() => entryQueries.at(-1)).toEqual({ group: 'needs-you', offset: 0, limit: 50 })
  expect(window.location.search).toBe('?show=needs-you')
  await page.getByText('Withdrawn 5').click()
  await expect.element(page.getByRole('heading', { name: 'No feed was taken back' })).toBeVisible()
})

test('searches for the typed text and shows what can be searched for if nothing matches', async () => {
  await show()
  await page.getByRole('searchbox', { name: 'Search the feeds' }).fill('nothing')
  await expect.element(page.getByRole('heading', { name: 'No feed matches' })).toBeVisible()
  expect(entryQueries.at(-1)).toEqual({ text: 'nothing', offset: 0, limit: 50 })
  expect(window.location.search).toBe('?q=nothing')
})

test('J and K move through the feeds, E opens one', async () => {
  await show()
  const link = (number: number) => page.getByRole('link', { name: `Price of item ${number}`, exact: true })
  await expect.element(link(30_000)).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(link(29_999)).toHaveFocus()
  await userEvent.keyboard('ke')
  await expect.poll(() => location.pathname).toBe('/outbox/f30000')
})

test('refetches only the visible page after a change', async () => {
  await show()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 30,000')).toBeVisible()
  entryQueries.length = 0
  overviewTimes.length = 0
  invalidate(queryClient, [{ topic: 'outbox', ids: ['f1'] }])
  await expect.poll(() => entryQueries).toEqual([{ offset: 50, limit: 50 }])
  expect(overviewTimes).toHaveLength(1)
})

test('shows the time of the next attempt while the service cannot be reached', async () => {
  overview = { ...full, reachable: false, reason: 'No network', nextAttemptAt: '2099-01-01T00:00:00Z' }
  await show()
  await expect.element(page.getByText(/No network Next attempt in \d+ years/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send now' })).toBeVisible()
})

test('shows an explanation in an empty outbox', async () => {
  const none = Object.fromEntries(Object.keys(full.counts).map((state) => [state, 0]))
  overview = { ...full, counts: none as OutboxOverview['counts'] }
  await show()
  await expect.element(page.getByRole('heading', { name: 'Nothing in the outbox' })).toBeVisible()
  expect(entryQueries).toEqual([])
})
