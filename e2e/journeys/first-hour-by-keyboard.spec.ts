import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

/** Runs a command by its words in the palette, like a user who knows no shortcuts. */
async function command(page: Page, words: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
}

test('the first hour by keyboard: search, browse, copy, draft, edit and queue @page', async ({ page }) => {
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const steps = page.getByRole('navigation', { name: 'Items of this search' })

  await test.step('search and step through the results', async () => {
    await expect(heading('Catalog')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('oatlark')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
    await expect(page.getByRole('row', { name: /Meadowbell/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(steps).toContainText(/^1 of \d/)
    await page.keyboard.press('j')
    await expect(steps).toContainText(/^2 of \d/)
    await page.keyboard.press('j')
    await expect(steps).toContainText(/^3 of \d/)
    await page.keyboard.press('k')
    await expect(steps).toContainText(/^2 of \d/)
  })

  const name = (await page.getByRole('article').getByRole('heading').first().textContent()) ?? ''

  await test.step('Tab reaches the fields, which are one tab stop; Enter copies a field', async () => {
    // Clipboard access would open a permission prompt here, so the write is replaced.
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset['copied'] = text
      }
    })
    await page.getByRole('tab', { name: 'Overview' }).press('Tab')
    for (let tabs = 0; tabs < 20; tabs++) {
      if (await page.evaluate(() => document.activeElement?.matches('[data-copy]'))) break
      await page.keyboard.press('Tab')
    }
    // The nutrition panel is the first stop, the size the next one.
    await page.keyboard.press('ArrowDown')
    const size = page
      .getByRole('region', { name: 'Key facts' })
      .getByRole('button', { name: 'Copy Net content' })
    await expect(size).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.body.dataset['copied'])).toBe('946 ml')
    await expect(page.getByRole('status').filter({ hasText: 'Net content copied' })).toBeAttached()
  })

  await test.step('draft by a command, edit a field, and queue', async () => {
    await command(page, 'draft an update', 'Draft an update')
    await expect(heading(name)).toBeVisible()
    const text = page
      .getByRole('group', { name: 'E-commerce description 1' })
      .getByRole('textbox', { name: 'Text' })
    await text.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Poured, not stirred.')
    const queue = page.getByRole('button', { name: 'Queue', exact: true })
    await expect(queue).toBeEnabled()
    await queue.press('Enter')
    await expect(page.getByRole('dialog').getByText('Poured, not stirred.').first()).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Queue for sending' }).press('Enter')
    await expect(
      page.getByRole('table', { name: 'Items and their results' }).getByText('Accepted'),
    ).toBeVisible({ timeout: 60_000 })
  })

  await test.step('a command returns to the search and the item', async () => {
    await command(page, 'catalog', 'Catalog')
    await expect(page).toHaveURL(/\/catalog\/[^?]+\?q=oatlark$/)
    await expect(page.getByRole('article', { name })).toBeVisible()
    // The sent item has changed, so its position in the order of latest changes is different.
    await expect(steps).toContainText(/^\d of 5$/)
  })
})
