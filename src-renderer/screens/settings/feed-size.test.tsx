import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let feedSize = { items: 1000, bytes: 16_777_216 }
installBackend({
  workspace: {
    setFeedSize(size: typeof feedSize) {
      feedSize = size
      return {}
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { FeedSizeForm } = await import('./feed-size.tsx')

test('the feed size can be set within its limits', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <FeedSizeForm size={feedSize} />
    </QueryClientProvider>,
  )
  const items = page.getByLabelText('Items, at most')
  await expect.element(items).toHaveValue('1000')
  await expect.element(page.getByLabelText('Kilobytes, at most')).toHaveValue('16384')
  await expect.element(page.getByRole('button', { name: 'Set', exact: true })).toBeDisabled()
  await items.fill('0')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(page.getByText('A whole number from 1 to 50,000')).toBeVisible()
  expect(feedSize.items).toBe(1000)
  await items.fill('1.250')
  await page.getByLabelText('Kilobytes, at most').fill('2,048')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.poll(() => feedSize).toEqual({ items: 1250, bytes: 2_097_152 })
})
