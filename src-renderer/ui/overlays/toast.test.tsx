import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster, toast } from './toast.tsx'
import '../theme.css'

test('shows one message at a time, and says that an action failed', async () => {
  await render(<Toaster theme="light" />)
  toast.done('Columns restored')
  await expect.element(page.getByText('Columns restored')).toBeVisible()
  toast.offer('Draft deleted', {
    label: 'Undo',
    onSelect: () => Promise.reject(new Error('The disk is full.')),
  })
  await expect.element(page.getByText('Draft deleted')).toBeVisible()
  await expect.element(page.getByText('Columns restored')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('That did not work')).toBeVisible()
  await expect.element(page.getByText('The disk is full.')).toBeVisible()
  await expect.element(page.getByText('Draft deleted')).not.toBeInTheDocument()
})
