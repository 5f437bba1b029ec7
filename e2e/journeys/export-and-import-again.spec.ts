import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

const first = `GTIN,Product name,Brand
4006381333955,Spelt crackers,Millbrook
4006381333962,Rye crackers,Millbrook
`

test('importing an edited export changes only the edited row', async ({ app, page }, info) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const dialog = page.getByRole('dialog')
  const jobs = page.getByRole('region', { name: 'Imports' })
  const importFile = async (name: string, text: string) => {
    const file = join(info.outputDir, name)
    writeFileSync(file, text)
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(jobs.getByText(name)).toBeVisible()
  }

  await test.step('an empty sandbox offers an import; import a file', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
    await desk.go('Catalog')
    await expect(page.getByRole('heading', { name: 'The catalog is empty' })).toBeVisible()
    await page.getByRole('link', { name: 'Import a file' }).click()
    await importFile('products.csv', first)
    await expect(jobs).toContainText(/Created\s*2/)
  })

  let table = ''
  await test.step('export the catalog as a table', async () => {
    await desk.go('Catalog')
    await expect(catalog.row(/Rye crackers/)).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog).toBeVisible()
    table = await app.savedFile(() => dialog.getByRole('button', { name: 'Export', exact: true }).click())
    expect(table).toContain('Spelt crackers')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('import the table with one name changed: one row is updated, one unchanged', async () => {
    await importFile('changed.csv', table.replaceAll('Rye crackers', 'Rye and caraway crackers'))
    await expect(jobs).toContainText(/Updated\s*1/)
    await expect(jobs).toContainText(/Unchanged\s*1/)
    await desk.go('Catalog')
    await expect(catalog.row(/Rye and caraway crackers/)).toBeVisible()
    await expect(catalog.row(/Spelt crackers/)).toBeVisible()
  })
})
