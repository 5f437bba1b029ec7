import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

test('exports a search as a table and selected items as records; a copy has no retailer content', async ({
  app,
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const dialog = page.getByRole('dialog')
  const save = () => app.savedFile(() => dialog.getByRole('button', { name: 'Export', exact: true }).click())
  await desk.go('Catalog')

  await test.step('export the search as a table for a spreadsheet', async () => {
    await catalog.search('oatlark')
    await expect(catalog.row(/Meadowbell/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByText(/None of these items has content for a retailer/)).toBeVisible()
    const table = await save()
    expect(table.startsWith('\uFEFFItem identifier,Status,GTIN,')).toBe(true)
    expect(table).toContain('"=""9522003001170""",')
    expect(table).toContain('Oatlark Original Oat Drink')
    expect(table).not.toContain('Meadowbell')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('export the selected items as records', async () => {
    await page.getByRole('checkbox', { name: /Oatlark Original Oat Drink/ }).click()
    await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByText('1 item selected')).toBeVisible()
    await dialog.getByText('Item records (XML)').click()
    const records = await save()
    expect(records).toContain(' start="0" count="1" total="1">')
    expect(records).toContain('9522003001170')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a copy shows only the Content+ feeds of this workspace as retailer content', async () => {
    await catalog.open('Oatlark Original Oat Drink, 946 ml')
    await page.getByRole('tab', { name: /Retailer content/ }).click()
    await expect(page.getByRole('heading', { name: 'Not in this copy' })).toBeVisible()
    await expect(page.getByText('No Content+ feed for this item is in the outbox.')).toBeVisible()
    await page.getByRole('button', { name: 'Draft a Content+ feed' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Oatlark Original Oat Drink/ })).toBeVisible()
    await expect(page.getByRole('main').getByText('Publish Content+', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Oatlark Original Oat Drink, 946 ml' })).toBeVisible()
  })
})
