import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/app.ts'

test('an import into the catalog is undone whole, and keeps what was changed since', async ({
  page,
}, info) => {
  const imports = page.getByRole('region', { name: 'Imports' })
  const importFile = async (name: string, lines: string[]) => {
    const file = join(info.outputDir, name)
    writeFileSync(file, ['gtin,name', ...lines].join('\n'))
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(imports.getByText(name).first()).toBeVisible({ timeout: 60_000 })
    await expect(imports.getByText('Completed').first()).toBeVisible({ timeout: 60_000 })
  }

  await test.step('three files in an empty sandbox', async () => {
    await page
      .getByRole('button', { name: /Start empty/ })
      .first()
      .click()
    await importFile('first.csv', ['4006381333931,Green tea', '036000291452,Black tea'])
    await importFile('second.csv', [
      '4006381333931,Green tea 2',
      '4011200296908,Red tea',
      '5000112637922,White tea',
    ])
    await importFile('third.csv', ['4011200296908,Red tea 3'])
  })

  await test.step('the second one is undone after its effects were shown', async () => {
    const buttons = imports.getByRole('button', { name: 'Undo the import…' })
    await expect(buttons).toHaveCount(3)
    await buttons.nth(1).click()
    const dialog = page.getByRole('dialog', { name: 'Undo the import of second.csv?' })
    await expect(dialog.getByRole('list', { name: 'Kept items' })).toContainText('Red tea 3')
    await expect(dialog).toContainText(/Items in the catalog now\s*4/)
    await expect(dialog).toContainText(/Items in the catalog afterwards\s*3/)
    await dialog.getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText('1 item removed, 1 item restored, 1 item kept')).toBeVisible()
    await expect(imports.getByText('Undone')).toBeVisible()
  })

  await test.step('the catalog has what the other imports brought', async () => {
    await page
      .getByRole('link', { name: /^Catalog/ })
      .first()
      .click()
    const list = page.getByRole('main')
    for (const name of ['Green tea', 'Black tea', 'Red tea 3'])
      await expect(list.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(list.getByText('White tea')).toHaveCount(0)
  })
})
