import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OutboxEntry, OutboxFeed } from '../../src-shared/feeds/outbox/model.ts'
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
installBackend({
  outbox: {
    news: () => {
      calls++
      return news
    },
  },
})
const { queryClient } = await import('../rpc/client.ts')
const { useOutboxNews } = await import('./outbox-news.ts')
const { Toaster } = await import('../ui/overlays/toast.tsx')

function Listener() {
  useOutboxNews()
  return <Toaster theme="light" />
}
beforeEach(async () => {
  news = []
  calls = 0
  queryClient.clear()
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

test('reports a feed that is done or needs a person, once', async () => {
  await addNews(feed('Spring range'))
  await expect.element(page.getByText('“Spring range” is done')).toBeVisible()
  await expect.element(page.getByText('3 items went through.')).toBeVisible()
  await addNews(
    feed('Teas', {
      state: 'partly-done',
      counters: { received: 3, succeeded: 1, failed: 2, processing: 0 },
    }),
  )
  await expect.element(page.getByText('“Teas” needs you')).toBeVisible()
  expect(page.getByText('“Spring range” is done').elements()).toHaveLength(1)
})
