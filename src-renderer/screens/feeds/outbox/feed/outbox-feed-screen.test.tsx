import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OutboxFeedDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import '../../../../ui/theme.css'

let attempts = 0
const xml = '<items><item type="grocery"/></items>'
installBackend({
  outbox: {
    feed: () =>
      ({
        ...{ id: 'f1', kind: 'create', name: 'Tea', state: 'queued', itemCount: 1, bytes: 37, attempts, xml },
        ...{ createdAt: '2026-11-01T10:00:00Z', updatedAt: '2026-11-01T10:00:00Z' },
        ...{ sha256: 'ab', idempotencyKey: 'k1', events: [], results: [], problems: [], waitsFor: [] },
      }) as Partial<OutboxFeedDetail>,
  },
})
const { queryClient } = await import('../../../../rpc/client.ts')
const { OutboxFeedScreen } = await import('./outbox-feed-screen.tsx')

test.each([
  ['XML to send', 0],
  ['XML as sent', 1],
])('shows the XML in the tab %s after %i attempts', async (label, count) => {
  attempts = count
  queryClient.clear()
  await page.viewport(1280, 800)
  await render(
    <QueryClientProvider client={queryClient}>
      <OutboxFeedScreen feedId="f1" />
    </QueryClientProvider>,
  )
  await page.getByRole('tab', { name: label }).click()
  await expect.element(page.getByText(/type=/)).toBeVisible()
})
