import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DesktopMessage } from '../../src-shared/desktop-bridge.ts'
import type { OutboxEntry, OutboxFeed } from '../../src-shared/feeds/outbox/model.ts'
import { noFeeds } from '../../src-shared/feeds/outbox/outbox-state.ts'
import { installBackend } from '../testing/test-backend.ts'
import '../ui/theme.css'

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
let news: OutboxEntry[] = []
let calls = 0
const notified: DesktopMessage[] = []
const badges: number[] = []
window.catalogDesk = {
  notify: async (message: DesktopMessage) => void notified.push(message),
  setBadge: async (count: number) => void badges.push(count),
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
installBackend({
  outbox: {
    news: () => {
      calls++
      return news
    },
    overview: () => ({
      counts: noFeeds,
      held: 0,
      entries: { 'under-way': 0, 'needs-you': 2, done: 0, withdrawn: 0 },
      paused: false,
      needsCredentials: false,
    }),
  },
})
const { queryClient } = await import('../rpc/client.ts')
const { useOutboxNews } = await import('./outbox-news.ts')
const { Toaster } = await import('../ui/overlays/toast.tsx')

function Listener() {
  useOutboxNews()
  return <Toaster theme="light" />
}
const focused = vi.spyOn(document, 'hasFocus')
beforeEach(async () => {
  news = []
  calls = 0
  notified.length = 0
  badges.length = 0
  queryClient.clear()
  focused.mockReturnValue(false)
  await render(
    <QueryClientProvider client={queryClient}>
      <Listener />
    </QueryClientProvider>,
  )
  // Waits for the first answer: a change during the first request is a different case.
  await expect.poll(() => [calls, queryClient.isFetching()]).toEqual([1, 0])
})
const addNews = async (...entries: OutboxEntry[]) => {
  news = [...entries, ...news]
  await queryClient.invalidateQueries()
}

test('a finished feed is reported once, on the page and by a system notification; the badge shows the count', async () => {
  await expect.poll(() => badges).toEqual([2])
  await addNews(feed('Spring range'))
  await expect.element(page.getByText('“Spring range” is done')).toBeVisible()
  await addNews(
    feed('Teas', {
      state: 'partly-done',
      counters: { received: 3, succeeded: 1, failed: 2, processing: 0 },
    }),
  )
  await expect.element(page.getByText('“Teas” needs you')).toBeVisible()
  expect(notified).toEqual([
    { title: '“Spring range” is done', body: '3 items went through.', feed: 'Spring range' },
    { title: '“Teas” needs you', body: '2 items were refused.', feed: 'Teas' },
  ])
})

test('a finished feed is reported with the number of refused items', async () => {
  const counters = { received: 3, succeeded: 1, failed: 2, processing: 0 }
  await addNews(feed('Oats', { counters }))
  await expect.element(page.getByText('1 item went through, 2 refused.')).toBeVisible()
})

test('no system notification while the page has the focus', async () => {
  focused.mockReturnValue(true)
  await addNews(feed('Oats', { state: 'failed' }))
  await expect.element(page.getByText('“Oats” needs you')).toBeVisible()
  expect(notified).toEqual([])
})

test('many finished feeds are reported in one message', async () => {
  await addNews(
    ...['a', 'b', 'c', 'd'].map((name) => feed(name, { state: name === 'a' ? 'failed' : 'done' })),
  )
  await expect.element(page.getByText('4 feeds came to an end')).toBeVisible()
  expect(notified).toEqual([{ title: '4 feeds came to an end', body: '1 of them needs you.' }])
})
