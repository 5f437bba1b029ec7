import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Views } from './view.ts'

/** Imports of files. */
export const importViews: Views = {
  import: ({ visit }) => visit('/import'),
  'import-paste': async ({ page, visit }) => {
    await visit('/import?into=drafts&paste')
    await page.getByRole('textbox', { name: 'Cells' }).fill('9520000000011\tQuince and fig spread\tOatlark')
  },
  'import-rejected': async ({ page, visit, folder }) => {
    const file = join(folder, 'jams.csv')
    writeFileSync(file, 'gtin,name,brand\n9520000000028,Plum jam,Oatlark\n9520000000036,Fig jam,Oatlark')
    await visit('/import?into=drafts')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Rows that cannot be read' }).getByRole('grid').waitFor()
  },
  'import-mapping': async ({ page, visit, folder }) => {
    // In a file with tab separators, a comma in a number may be a decimal or a thousands mark, so the screen
    // asks.
    const file = join(folder, 'products of the new season.tsv')
    const lines = [
      ['gtin', 'name', 'brand', 'sodium_mg', 'remark', 'ingredients'],
      ['9520000000011', 'Quince and fig spread, 240 g', 'Oatlark', '1,250', '', 'Quince, fig, sugar, lemon'],
      ['9520000000028', 'Plum jam', 'Oatlark', '1,100', 'new', 'Plum, sugar'],
    ]
    writeFileSync(file, lines.map((line) => line.join('\t')).join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('table', { name: 'Columns' }).waitFor()
  },
  'import-titled': async ({ page, visit, folder }) => {
    const file = join(folder, 'range.csv')
    const lines = [
      'Range of Oatlark;',
      'As of 1 October;confidential',
      '',
      'GTIN;Product name;Brand;Net weight (g)',
      '9520000000011;Quince and fig spread;Oatlark;240',
      '9520000000028;Plum jam;Oatlark;250',
    ]
    writeFileSync(file, lines.join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('table', { name: 'Columns' }).waitFor()
  },
  'import-looked-through': async ({ page, visit, folder }) => {
    const file = join(folder, 'teas.csv')
    const lines = [
      'gtin,name,brand,manufacturer,categories,quantity,country,shelf',
      '9520000000011,Green tea,Oatlark,Leaf Works Ltd,"Teas, Green teas",250 g,Frankreich,3',
      '9520000000028,Black tea,Leaf,Leaf Works Ltd,Teas,4 x 50 g,Atlantis,3',
      '9520000000035,Mint tea,Leaf,,Teas,about 40 g,PT,',
      '9520000000036,Wrong,Leaf,,,,,',
    ]
    writeFileSync(file, lines.join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('table', { name: 'Columns of the report' }).waitFor()
    await page.getByRole('region', { name: 'What the import would do' }).scrollIntoViewIfNeeded()
  },
}
