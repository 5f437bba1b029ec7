import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster, toast } from './toast.tsx'
import '../theme.css'

test('a message is within the navigation of a wide window, and beside it in a narrow one', async () => {
  await page.viewport(1280, 800)
  await render(<Toaster theme="light" />)
  toast.offer('3 items of “A long name of a draft for the autumn” were removed from the draft', {
    label: 'Undo',
    onSelect: () => undefined,
  })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const message = () => document.querySelector('[data-sonner-toast]')?.getBoundingClientRect()
  // The navigation is 208 pixels wide, or 56 without its words.
  await expect.poll(() => message()?.right).toBeLessThanOrEqual(208)
  const undo = page.getByRole('button', { name: 'Undo' }).element().getBoundingClientRect()
  expect(undo.right).toBeLessThanOrEqual(message()?.right ?? 0)
  await page.viewport(900, 800)
  await expect.poll(() => message()?.left).toBeGreaterThanOrEqual(56)
})

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
