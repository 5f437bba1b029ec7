import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

test('starts with Quality, drafts the items of a figure, and opens an item @page', async ({ page }) => {
  const desk = new DeskPage(page)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  await test.step('make Quality the start screen', async () => {
    await desk.go('Settings')
    await page.getByText('Quality, what waits for you').click()
    await expect(page.getByRole('radio', { name: 'Quality, what waits for you' })).toBeChecked()
    await page.goto(new URL('/', page.url()).href)
    await expect(heading('Quality')).toBeVisible()
  })

  await test.step('Quality lists open work, changes and findings', async () => {
    await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible()
    await expect(page.getByText('First 282 items received')).toBeVisible()
    // This profile asks for larger pictures than the sample has.
    await page.goto(new URL('/quality?profile=online-shop', page.url()).href)
    await page.getByRole('link', { name: /^Pictures too small/ }).click()
    await expect(heading('Pictures too small')).toBeVisible()
    await expect(page.getByText('282 items', { exact: true }).first()).toBeVisible()
  })

  await test.step('open an item of the list, and go back', async () => {
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await page.goBack()
    await expect(heading('Pictures too small')).toBeVisible()
  })

  await test.step('draft the items of the list', async () => {
    await page.getByRole('button', { name: 'Draft these…' }).click()
    await page
      .getByRole('dialog', { name: /^Draft 282 items/ })
      .getByRole('button', { name: /^Update items/ })
      .click()
    await expect(heading('Pictures too small')).toBeVisible()
    await expect(page).toHaveURL(/\/feeds\//)
    await expect(page.getByRole('region', { name: 'Grid of items' })).toContainText('282 items')
  })
})
