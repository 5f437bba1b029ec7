import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { path, shell, show } from '../testing/shown-shell.tsx'
import { Toaster } from '../ui/overlays/toast.tsx'

const showScreen = async () => {
  window.history.replaceState(null, '', '/settings')
  await show(<Toaster theme="light" />)
}

test('a scanned code opens the item on any screen, but not while typing', async () => {
  await showScreen()
  await page.getByRole('textbox', { name: 'Note' }).click()
  await userEvent.keyboard('40123457{Enter}')
  expect(path()).toBe('/settings')
  await page.getByRole('heading', { name: 'Screen' }).click()
  await userEvent.keyboard('40123457{Enter}')
  await expect.poll(path).toBe('/catalog/19')
})

test('an unknown code is reported, and a new item with it can be drafted', async () => {
  await showScreen()
  await userEvent.keyboard('96385074{Enter}')
  await expect.element(page.getByText('No item of the catalog has the code 96385074')).toBeVisible()
  await page.getByRole('button', { name: 'Draft a new item' }).click()
  await expect.poll(path).toBe('/feeds/d1')
  expect(shell.actions[0]).toBe('draft create')
  expect(shell.actions[1]).toContain('"value":"96385074"')
})
