import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ beginsWith: 'tried sample' })

test('a table of the catalog is changed elsewhere and imported again: only the change differs', async ({
  app,
  page,
}, info) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const dialog = page.getByRole('dialog')
  let table = ''

  await test.step('the search goes out as a table', async () => {
    await desk.go('Catalog')
    await catalog.search('original oat drink')
    await expect(catalog.row(/Meadowbell/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog).toBeVisible()
    table = await app.savedFile(() => dialog.getByRole('button', { name: 'Export', exact: true }).click())
    expect(table).toContain('Oatlark Original Oat Drink, 946 ml')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('with another name it comes back as a draft, its code unhurt', async () => {
    const file = join(info.outputDir, 'changed.csv')
    writeFileSync(file, table.replaceAll('Oatlark Original Oat Drink, 946 ml', 'Oatlark Oat Drink, 946 ml'))
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'Open the draft' }).first().click()
    await expect(page.getByRole('textbox', { name: 'E-commerce title', exact: true })).toHaveValue(
      'Oatlark Oat Drink, 946 ml',
    )
    await expect(page.getByRole('textbox', { name: /^(GTIN|Code|Number)/ }).first()).toHaveValue(
      /9522003001170$/,
    )
  })
})
