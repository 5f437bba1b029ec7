import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { row, workbook } from '../../src-main/import/fixtures/workbook-file.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const sheets = {
  Read_me: row(1, 'Prices are on the next sheet'),
  Products:
    row(1, 'GTIN', 'Product name', 'Brand') +
    row(2, { number: '12345678905' }, 'Oat drink', 'Oatlark') +
    row(3, { number: '4006381333931' }, 'Pencil', 'Oatlark') +
    row(4, { number: '4006381333940' }, 'Marker', 'Oatlark'),
}

test("a supplier's workbook becomes a draft, and a rejected row is fixed in place", async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  const file = join(info.outputDir, 'supplier.xlsx')
  writeFileSync(file, workbook({ sheets }))

  await test.step('from New feed to the sheet with the products', async () => {
    await desk.go('Feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await page.getByRole('button', { name: /^From a file/ }).click()
    await page.getByLabel('File to import').setInputFiles(file)
    await expect(page.getByRole('combobox', { name: 'Sheet' })).toHaveValue('Products')
    await expect(page.getByText('They are restored: 012345678905.')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
  })

  await test.step('the fix is kept after leaving the screen, and the row is added to the draft', async () => {
    const rejected = page.getByRole('region', { name: 'Rows that cannot be read' })
    await expect(rejected).toContainText('1 row cannot be read')
    await rejected.getByRole('gridcell', { name: '4006381333940' }).click()
    await expect(rejected.getByText(/The check digit of the GTIN 4006381333940 is wrong/)).toBeVisible()
    await page.keyboard.type('4006381333948')
    await page.keyboard.press('Enter')
    await expect(rejected).toContainText('1 row is edited')
    await desk.go('Catalog')
    await desk.go('Import')
    await page.getByRole('button', { name: 'Fix the rejected rows' }).click()
    await expect(rejected.getByRole('gridcell', { name: '4006381333948' })).toBeVisible()
    await rejected.getByRole('button', { name: 'Check 1 row again' }).click()
    await expect(page.getByText('1 row imported: 1 new')).toBeVisible()
    await expect(rejected).toHaveCount(0)
    await page.getByRole('link', { name: 'Open the draft' }).click()
    const items = page.getByRole('grid', { name: 'Items' })
    await expect(items).toContainText('Marker')
    await expect(items).toContainText('Oat drink')
  })
})

test('pasted cells without a header row become a draft @page', async ({ page }) => {
  const desk = new DeskPage(page)
  await desk.go('Feeds')
  await page.getByRole('button', { name: 'New feed' }).first().click()
  await page.getByRole('button', { name: /^Paste cells/ }).click()
  await page
    .getByRole('textbox', { name: 'Cells' })
    .fill('4006381333955\t"A ""quoted"", name"\n4006381333962\tSecond\n')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('combobox', { name: 'The names of the columns stand in' })
    .selectOption({ label: 'No row: the first row is a product' })
  await page.getByRole('combobox', { name: 'Field for column 2' }).fill('title')
  await page.getByRole('option').filter({ hasText: /title/i }).first().click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const job = page
    .getByRole('region', { name: 'Imports' })
    .getByText(/^Pasted on \d{1,2} \w{3} \d{4}, \d\d\.\d\d, Second, 2 lines$/)
    .first()
  await expect(job).toBeVisible()
  await page.getByRole('link', { name: 'Open the draft' }).first().click()
  const items = page.getByRole('grid', { name: 'Items' })
  await expect(items).toContainText('A "quoted", name')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pasted on')
})
