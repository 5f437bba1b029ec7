import type { Page } from '@playwright/test'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ beginsWith: 'tried sample' })

const grid = (page: Page) => page.getByRole('grid', { name: 'Items' })
const selected = (page: Page) => page.getByRole('region', { name: 'Selected items' })

/** The names in sight, from the top. */
const names = (page: Page) =>
  grid(page)
    .locator('a[data-open]')
    .evaluateAll((links) =>
      links
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((link) => link.textContent ?? ''),
    )

test('a person finds, filters, sorts and selects items, goes elsewhere, starts the program anew, and is where they were', async ({
  app,
  page,
}) => {
  await test.step('find, filter and sort', async () => {
    await new DeskPage(page).go('Catalog')
    await new CatalogPage(page).search('oat')
    await expect(page.getByRole('row', { name: /Meadowbell/ })).toHaveCount(0)
    const brand = page.getByRole('list', { name: 'Brand' }).getByRole('checkbox', { name: /Oatlark/ })
    await brand.check()
    await expect(page).toHaveURL(/[?&]q=oat&brand=/)
    await grid(page).getByRole('button', { name: 'Name' }).click()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect
      .poll(async () => {
        const found = await names(page)
        return found.length > 2 && found.join() === found.toSorted((a, b) => a.localeCompare(b, 'en')).join()
      })
      .toBe(true)
  })

  await test.step('select by keys, in another view', async () => {
    await grid(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(selected(page)).toContainText('2 items selected')
    await page.getByTitle('Pictures', { exact: true }).click()
    await expect(grid(page).getByRole('gridcell', { selected: true })).toHaveCount(2)
    // Nothing of the page was marked as text.
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  const wasThere = async (where: Page) => {
    await expect(where).toHaveURL(/[?&]q=oat&brand=[^&]+&sort=name/)
    await expect(where.getByRole('combobox', { name: 'Search the catalog' })).toHaveValue('oat')
    await expect(selected(where)).toContainText('2 items selected')
    await expect(grid(where).getByRole('gridcell', { selected: true })).toHaveCount(2)
  }
  await test.step('leave by the menu, and return', async () => {
    await new DeskPage(page).go('Feeds')
    await new DeskPage(page).go('Catalog')
    await wasThere(page)
  })

  await test.step('end the program, and start it again', async () => {
    // What is remembered is written when it has rested; reading it by a second page shows that it has.
    await page.waitForTimeout(1000)
    const again = await app.restart()
    await wasThere(again)
    await again.keyboard.press('/')
    await expect(again.getByRole('combobox', { name: 'Search the catalog' })).toBeFocused()
  })
})
