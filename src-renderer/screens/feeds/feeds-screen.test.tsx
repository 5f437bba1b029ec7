import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const total = 10_000
const asked: { offset: number; limit: number }[] = []
installBackend({
  feeds: {
    drafts: (window: { offset: number; limit: number }) => {
      asked.push(window)
      const drafts = Array.from({ length: Math.min(window.limit, total - window.offset) }, (_, index) => ({
        id: `d${window.offset + index}`,
        kind: 'create',
        name: `Range, part ${window.offset + index + 1}`,
        revision: 1,
        itemCount: 100,
        errorCount: 0,
        createdAt: '2026-11-01T10:00:00Z',
        updatedAt: '2026-11-01T10:00:00Z',
      }))
      return { total, offset: window.offset, drafts }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { FeedsScreen } = await import('./feeds-screen.tsx')

test('of the ten thousand drafts of an import one page is asked for and shown', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <FeedsScreen />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('1–50 of 10,000')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  expect(page.getByRole('row').elements()).toHaveLength(51)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('link', { name: 'Range, part 51', exact: true })).toBeInViewport()
  expect(asked).toEqual([
    { offset: 0, limit: 50 },
    { offset: 50, limit: 50 },
  ])
})
