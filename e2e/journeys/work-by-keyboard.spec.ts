import type { Page } from '@playwright/test'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/**
 * Opens a screen by its two-key shortcut. The keys must follow quickly, which can fail on a busy machine, so
 * it retries.
 */
const goByKeys = (page: Page, key: string, name: string) =>
  expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(heading(page, name)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 15_000 })

/** The number of complete visible rows, and the number that fit. */
const visibleRows = (page: Page) =>
  page.getByRole('grid', { name: 'Items' }).evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect()
    const [header, ...rows] = [...grid.querySelectorAll('[role="row"]')].map((row) =>
      row.getBoundingClientRect(),
    )
    const height = rows[0]?.height ?? Number.POSITIVE_INFINITY
    const room = Math.floor((bottom - top - (header?.height ?? 0)) / height)
    return { room, shown: rows.filter((row) => row.top >= top && row.bottom <= bottom + 1).length }
  })

test('finds, opens and closes everything by keyboard', { tag: '@page' }, async ({ page }) => {
  await expect(heading(page, 'Catalog')).toBeVisible()
  await goByKeys(page, 's', 'Sync')
  await goByKeys(page, 'c', 'Catalog')

  // The list fills its window, even after switching screens.
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const first = await visibleRows(page)
  expect(first.room).toBeGreaterThan(5)
  expect(first.shown).toBeGreaterThanOrEqual(first.room)
  await goByKeys(page, 'f', 'Feeds')
  await goByKeys(page, 'c', 'Catalog')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect.poll(async () => (await visibleRows(page)).shown).toBeGreaterThanOrEqual(first.room)

  // Search, enter the list, open an item.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search the catalog' })).toBeFocused()
  await page.keyboard.type('oat')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/catalog\/[^?]+\?q=oat$/)

  // Escape closes only the topmost layer.
  const item = page.url()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or go to' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(page.url()).toBe(item)
  await page.locator('body').press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(page.url()).toBe(item)
  await page.getByRole('button', { name: 'Switch workspace' }).press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  expect(page.url()).toBe(item)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/catalog\?q=oat$/)
})

test('the first paint has the chosen theme on any port', async ({ page }) => {
  const desk = new DeskPage(page)
  await desk.go('Settings')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // A browser stores data per port, so the theme cannot be stored there.
  await page.evaluate(() => localStorage.clear())
  await expect
    .poll(async () => page.evaluate(async () => (await fetch(location.href)).text()))
    .toContain('<html data-theme="dark"')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
