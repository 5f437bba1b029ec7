import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OutboxFeed } from '../../../../../src-shared/feeds/outbox/model.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import '../../../../ui/theme.css'

installBackend({ outbox: {} })
const { queryClient } = await import('../../../../rpc/client.ts')
const { UncertainNotice } = await import('./uncertain-feed.tsx')

test('lists the known facts about an uncertain feed next to its actions', async () => {
  const feed: OutboxFeed = {
    id: 'f1',
    kind: 'refresh',
    name: 'Tea',
    state: 'uncertain',
    itemCount: 1,
    bytes: 900,
    attempts: 1,
    note: 'Item i1 (04006381333931) is as it was before the feed was sent.\nCheck the service yourself, then mark the feed as arrived or not arrived.',
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <UncertainNotice feed={feed} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('What is known')).toBeVisible()
  expect(page.getByRole('alert').element().textContent).toContain('no acknowledgement came')
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(feed.note?.split('\n'))
})
