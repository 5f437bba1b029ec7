import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

test('shows the catalog, a new draft and its problems in German', {
  tag: '@page',
}, async ({ page }) => {
  const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await test.step('choose the language; the window reloads in it', async () => {
    await new DeskPage(page).go('Settings')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await expect(heading('Einstellungen')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  await test.step('the catalog has German labels and keeps the names of items', async () => {
    await go('Katalog')
    await expect(heading('Katalog')).toBeVisible()
    await page.getByRole('combobox', { name: 'Katalog durchsuchen' }).fill('original oat drink')
    await expect(page.getByRole('row', { name: /Oatlark Original Oat Drink/ })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Marke', exact: true })).toBeVisible()
  })

  await test.step('the problems of a draft are in German', async () => {
    await go('Feeds')
    await page.getByRole('button', { name: 'Neuer Feed' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Artikel anlegen' }).click()
    await page.getByLabel('Code', { exact: true }).first().fill('9520000000012')
    await page.keyboard.press('Tab')
    const problems = page.getByRole('region', { name: 'Probleme' })
    await expect(problems).toContainText(/Prüfziffer/)
    await expect(problems).not.toContainText(/check digit|missing/)
  })
})
