import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

test('compares selected items, reorders them, and drafts them @page', async ({ page }) => {
  const catalog = new CatalogPage(page)
  const table = page.getByRole('table', { name: 'Items compared' })
  const heads = table.getByRole('columnheader').filter({ has: page.getByRole('link') })

  await test.step('two items of a search', async () => {
    await new DeskPage(page).go('Catalog')
    await catalog.search('oat drink')
    await page.getByRole('checkbox', { name: /Original Oat Drink/ }).click()
    await page.getByRole('checkbox', { name: /Chocolate Oat Drink/ }).click()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('link', { name: 'Compare' }).click()
    await expect(heads).toHaveCount(2)
  })

  await test.step('N jumps to the next difference; equal fields are shown on request', async () => {
    await expect(page.getByText(/fields differ$/)).toBeVisible()
    await page.locator('body').press('n')
    await expect(table.getByText(/^Difference 1 of/)).toBeVisible()
    const rows = await table.getByRole('row').count()
    await page.getByRole('checkbox', { name: 'Only differences' }).click()
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(rows)
  })

  await test.step('add a third item by name, reorder, and remove one', async () => {
    await page.getByRole('searchbox', { name: 'Add an item' }).fill('vanilla soy')
    await page.getByRole('list', { name: 'Items to add' }).getByRole('button').first().click()
    await expect(heads).toHaveCount(3)
    await expect(heads.last()).toContainText('Vanilla Soy')
    await heads.last().getByRole('button', { name: /left$/ }).click()
    await expect(heads.nth(1)).toContainText('Vanilla Soy')
    await heads
      .first()
      .getByRole('button', { name: /^Leave out/ })
      .click()
    await expect(heads).toHaveCount(2)
  })

  await test.step('draft both', async () => {
    await page.getByRole('button', { name: 'Draft these…' }).click()
    await page
      .getByRole('dialog', { name: /^Draft 2 items/ })
      .getByRole('button', { name: /^Update items/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Compared items' })).toBeVisible()
  })
})
