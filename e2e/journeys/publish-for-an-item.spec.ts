import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const drink = 'Oatlark Original Oat Drink, 946 ml'

test('publishes Content+ for an item found by its GTIN, and shows it with the item @page', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)
  const item = page.getByRole('combobox', { name: 'Item' })

  await test.step('an unknown code and an incomplete name do not select an item', async () => {
    await desk.go('Feeds')
    await draft.create('Publish Content+')
    await item.fill('4006381333931')
    await item.press('Enter')
    await expect(page.getByText('has the product code 4006381333931')).toBeVisible()
    await item.fill('oatlark')
    await expect(page.getByRole('option').first()).toBeVisible()
    await item.press('Tab')
    await expect(item).toBeVisible()
  })

  await test.step('a code as printed, ended with Enter as by a scanner, selects the item', async () => {
    await item.fill('')
    await item.pressSequentially('9522-0030 01170')
    await item.press('Enter')
    await expect(page.getByRole('link', { name: drink })).toBeVisible()
  })

  await test.step('pick the retailer by name; a missing field is reached from Completeness', async () => {
    await draft.pick('Retailer', 'harb', 'Fresh Harbour')
    await page.getByText('Completeness', { exact: true }).click()
    const completeness = page.getByRole('region', { name: 'Completeness' })
    await completeness.getByRole('button', { name: /Long description/ }).click()
    const field = page.getByRole('textbox', { name: 'Long description' })
    await expect(field).toBeFocused()
    await field.fill('Pressed from whole oats, with nothing added but a pinch of salt.')
    await expect(draft.problems()).toContainText('No errors')
  })

  await test.step('queue, send and accept', async () => {
    await draft.queue()
    await desk.go('Outbox')
    const row = page.getByRole('table', { name: 'Feeds in the outbox' }).getByRole('row').nth(1)
    await expect(row.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('the item shows the content that was published from here, marked as such', async () => {
    await desk.go('Catalog')
    await catalog.search('original oat drink')
    await catalog.open(drink)
    await page.getByRole('tab', { name: 'Retailer content' }).click()
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByText('Pressed from whole oats')).toBeVisible()
    await expect(panel.getByText(/Sent from this workspace on .*accepted/)).toBeVisible()
    await expect(panel.getByText('What this workspace sent, not what the service has')).toBeVisible()
  })
})
