import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FeedListQuestion, OutboxFeed, OutboxOverview } from '../../../src-shared/outbox/model.ts'
import { noFeeds } from '../../../src-shared/outbox/outbox-state.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

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
  paused: false,
  reachable: true,
  needsCredentials: false,
}
let overview = full
const asked: FeedListQuestion[] = []
const askedOverviews: number[] = []
installBackend({
  outbox: {
    overview: () => {
      askedOverviews.push(Date.now())
      return overview
    },
    list: (question: FeedListQuestion) => {
      asked.push(question)
      const { group, text, offset, limit } = question
      const count = text === 'nothing' || group === 'withdrawn' ? 0 : total
      const feeds = Array.from({ length: Math.min(limit, Math.max(0, count - offset)) }, (_, index) =>
        feed(total - offset - index),
      )
      return { total: count, offset, feeds }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { invalidate } = await import('../../rpc/changes.ts')
const { OutboxScreen } = await import('./outbox-screen.tsx')

beforeEach(() => {
  queryClient.clear()
  overview = full
  asked.length = 0
  askedOverviews.length = 0
  window.history.replaceState(null, '', '/outbox')
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <OutboxScreen />
    </QueryClientProvider>,
  )
const rows = () =>
  page.getByRole('table', { name: 'Feeds in the outbox' }).getByRole('row').elements().length - 1

test('of 30,000 feeds one page is fetched and shown; a person can turn the pages', async () => {
  await show()
  await expect.element(page.getByText('1–50 of 30,000')).toBeVisible()
  expect(rows()).toBe(50)
  await expect.element(page.getByRole('link', { name: 'Price of item 30000' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 30,000')).toBeVisible()
  expect(window.location.search).toBe('?page=2')
  expect(asked).toEqual([
    { offset: 0, limit: 50 },
    { offset: 50, limit: 50 },
  ])
})

test('each group shows its number of feeds, and starts at its first page', async () => {
  window.history.replaceState(null, '', '/outbox?page=3')
  await show()
  for (const name of ['All 30,000', 'Under way 20', 'Needs you 7', 'Done 29,968', 'Withdrawn 5'])
    await expect.element(page.getByRole('radio', { name, exact: true })).toBeInTheDocument()
  await page.getByText('Needs you 7').click()
  await expect.poll(() => asked.at(-1)).toEqual({ group: 'needs-you', offset: 0, limit: 50 })
  expect(window.location.search).toBe('?show=needs-you')
  await page.getByText('Withdrawn 5').click()
  await expect.element(page.getByRole('heading', { name: 'No feed was taken back' })).toBeVisible()
})

test('typed words are searched for; an empty result says what can be searched for', async () => {
  await show()
  await page.getByRole('searchbox', { name: 'Search the feeds' }).fill('nothing')
  await expect.element(page.getByRole('heading', { name: 'No feed matches' })).toBeVisible()
  expect(asked.at(-1)).toEqual({ text: 'nothing', offset: 0, limit: 50 })
  expect(window.location.search).toBe('?q=nothing')
})

test('a change fetches the visible page again, and no other', async () => {
  await show()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 30,000')).toBeVisible()
  asked.length = 0
  askedOverviews.length = 0
  invalidate(queryClient, [{ topic: 'outbox', ids: ['f1'] }])
  await expect.poll(() => asked).toEqual([{ offset: 50, limit: 50 }])
  expect(askedOverviews).toHaveLength(1)
})

test('while the service cannot be reached, the time of the next attempt is shown', async () => {
  overview = { ...full, reachable: false, reason: 'No network', nextAttemptAt: '2099-01-01T00:00:00Z' }
  await show()
  await expect.element(page.getByText(/No network Next attempt in \d+ years/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send now' })).toBeVisible()
})

test('an empty outbox says which feeds it is for', async () => {
  const none = Object.fromEntries(Object.keys(full.counts).map((state) => [state, 0]))
  overview = { ...full, counts: none as OutboxOverview['counts'] }
  await show()
  await expect.element(page.getByRole('heading', { name: 'Nothing in the outbox' })).toBeVisible()
  expect(asked).toEqual([])
})
