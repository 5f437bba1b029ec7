import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { countWork } from '../support/work.ts'

test.use({ initialState: 'synced sample' })

const maxClicks = 25
const heads = ['gtin', 'name', 'brand', 'manufacturer', 'category id', 'e-commerce description']

/** A supplier's second file: 20 new items, 30 changed ones and 150 as the catalog has them. */
function secondFile(): string {
  const sample = readFileSync(new URL('../../resources/sample/items.xml', import.meta.url))
  const { value } = parseDocument(documents.ingestItems, sample)
  const known = (value?.item ?? []).slice(0, 180).map(({ productCodes = [], ecommerceTitle }, index) => {
    const description = index < 30 ? `Recipe of autumn, no. ${index}` : ''
    return [productCodes[0]?.text, ecommerceTitle, '', '', '', description]
  })
  const added = Array.from({ length: 20 }, (_, number) => {
    const body = `95200${String(number + 5000).padStart(7, '0')}`
    const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
    const gtin = `${body}${(10 - (sum % 10)) % 10}`
    return [gtin, `Rye bread ${number}`, 'Oatlark', 'Norrvik Foods AB', '1001', 'Baked in a stone oven']
  })
  const cell = (text: string | undefined) => `"${(text ?? '').replaceAll('"', '""')}"`
  return [heads, ...known, ...added].map((row) => row.map(cell).join(',')).join('\r\n')
}

test("a supplier's second file: new items are created, changed ones refreshed, others left @page", async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  const draft = new DraftPage(page)
  const file = join(info.outputDir, 'second.csv')
  writeFileSync(file, secondFile())
  const work = await countWork(page)

  await test.step('the check sorts the rows by the catalog, and is in sight', async () => {
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    const summary = page.getByText('200 rows: 20 new, 30 changed, 150 unchanged.')
    await expect(summary).toBeVisible({ timeout: 60_000 })
    await expect(summary).toBeInViewport()
    const first = page.getByRole('table', { name: /^Differences of Meadowbell Whole Milk, 1.89 L/ })
    await expect(first).toContainText('Recipe of autumn, no. 0')
  })

  await test.step('the import makes a draft for each kind, with the columns of the file', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'Open the draft: Create items' }).click()
    const grid = page.getByRole('grid')
    await expect(grid.getByRole('columnheader', { name: /Manufacturer/ })).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: /Net weight/ })).toHaveCount(0)
    await draft.queue()
    await desk.go('Import')
    await page.getByRole('link', { name: /^Open the draft.*Refresh/ }).click()
    await expect(page.getByRole('grid')).toContainText('Recipe of autumn, no. 0')
    await draft.queue()
  })

  await test.step('every item is accepted', async () => {
    await desk.go('Outbox')
    const done = page.getByRole('row').filter({ hasText: 'second.csv' }).getByText('Done', { exact: true })
    await expect(done).toHaveCount(2, { timeout: 120_000 })
  })
  const { clicks } = await work()
  console.log(`A second file from check to accepted: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(maxClicks)
})

test('rows that cannot be read are corrected in a grid before the import, which can be undone', async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  const file = join(info.outputDir, 'faults.csv')
  const lines = secondFile().split('\r\n')
  const withFaults = lines.map((line, index) =>
    index === 190
      ? line.replace(/^"(\d+)\d"/, '"$1x"')
      : index > 195
        ? line.replace(/,"[^"]*"/, ',""')
        : line,
  )
  writeFileSync(file, withFaults.join('\r\n'))
  const grid = page.getByRole('region', { name: 'Rows that cannot be read' })

  await test.step('the rows that cannot be read are shown first, with the columns of the file', async () => {
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(
      page.getByText('200 rows: 14 new, 30 changed, 150 unchanged, 6 cannot be read.'),
    ).toBeVisible({
      timeout: 60_000,
    })
    await expect(grid.getByRole('columnheader', { name: 'e-commerce description' })).toBeVisible()
  })

  await test.step('one edit names all rows without a name, and is undone and applied again', async () => {
    await grid.getByRole('button', { name: /^No name/ }).click()
    await expect(grid.getByText('5 items')).toBeVisible()
    await grid.getByRole('button', { name: 'name: sort, filter and more' }).click()
    await page.getByRole('menuitem', { name: 'Set for all shown…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Rye bread')
    await dialog.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(grid).toContainText('5 rows are edited')
    await grid.getByRole('button', { name: 'Undo' }).click()
    await grid.getByRole('button', { name: 'Redo' }).click()
    await grid.getByRole('button', { name: 'Check 5 rows again' }).click()
    await expect(page.getByText('5 rows joined the others: 5 new')).toBeVisible()
    await expect(
      page.getByText('200 rows: 19 new, 30 changed, 150 unchanged, 1 cannot be read.'),
    ).toBeVisible()
  })

  await test.step('the import has the corrected rows, and can be undone whole', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const job = page.getByRole('region', { name: 'Imports' })
    await expect(job.getByText('Completed').first()).toBeVisible({ timeout: 60_000 })
    await expect(job).toContainText(/New\s*19\s*Changed\s*30/)
    await job.getByRole('button', { name: 'Undo the import' }).click()
    await expect(job.getByText('Undone').first()).toBeVisible()
  })
})
