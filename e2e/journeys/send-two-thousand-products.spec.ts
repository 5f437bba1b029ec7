import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { countWork } from '../support/work.ts'

test.use({ initialState: 'synced sample' })

const heads = ['gtin', 'name', 'brand', 'description', 'ingredients', 'category id', 'country of origin']
type Row = (string | undefined)[]

/** Real products next to the repository, if present. */
const real = new URL('../../../shared/data/products-2000.jsonl.gz', import.meta.url)

/**
 * A supplier's spreadsheet of 2,000 products without manufacturers: real products if present, generated ones
 * otherwise.
 */
function spreadsheet(): string {
  const rows = existsSync(real)
    ? realRows()
    : Array.from({ length: 2000 }, (_, number) => generatedRow(number))
  const cell = (text: string | undefined) => `"${(text ?? '').replaceAll('"', '""')}"`
  return [heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

function realRows(): Row[] {
  const lines = gunzipSync(readFileSync(real)).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { gtin, name, brand, description, ingredients, categories = [], countryOfOrigin } = JSON.parse(line)
    const category = categories.find(({ scheme }: { scheme: string }) => scheme === 'GPC')?.id
    return [gtin, name, brand, description, ingredients, category, countryOfOrigin]
  })
}

function generatedRow(number: number): Row {
  const body = `95200${String(number + 1000).padStart(7, '0')}`
  const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  const category = number % 3 === 0 ? undefined : '10000213'
  return [
    `${body}${(10 - (sum % 10)) % 10}`,
    `Spread ${number}`,
    'Oatlark',
    'A spread',
    'Oats',
    category,
    'SE',
  ]
}

test('sends 2,000 products from a spreadsheet: bulk edits, undo after a reload, all accepted @page', async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  const draft = new DraftPage(page)
  const file = join(info.outputDir, 'supplier.csv')
  writeFileSync(file, spreadsheet())
  const work = await countWork(page)
  const group = (words: RegExp) => draft.problems().getByRole('region', { name: words })
  const setForAll = async (words: RegExp, typed: string, entry: string) => {
    await group(words).getByRole('button', { name: 'Set for all…' }).click()
    await group(words).getByRole('combobox').fill(typed)
    await page.getByRole('listbox').getByRole('option').filter({ hasText: entry }).first().click()
    await group(words).getByRole('button', { name: /^Set/ }).click()
    // All items are validated again, which takes a while on a busy computer.
    await expect(group(words)).toHaveCount(0, { timeout: 90_000 })
  }

  await test.step('the spreadsheet becomes one draft', async () => {
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await desk.go('Feeds')
    const row = page.getByRole('row').filter({ hasText: 'supplier.csv' })
    await expect(row).toContainText('2,000', { timeout: 120_000 })
    await row.getByRole('link').click()
    await draft.showForm()
  })

  await test.step('set a manufacturer and the missing categories for all items', async () => {
    // A bulk edit applies only to items that are validated already.
    await expect(group(/2,000 items: Manufacturer is missing/)).toBeVisible({ timeout: 60_000 })
    await setForAll(/Manufacturer is missing/, 'norrv', 'Norrvik Foods AB')
    await setForAll(/Category is missing/, 'spread', 'Honey and spreads')
    await expect(draft.problems()).toContainText('No errors', { timeout: 60_000 })
  })

  await test.step('remove an item in the grid; undo restores it after a reload', async () => {
    await page.getByText('Grid', { exact: true }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await page.getByText('Form', { exact: true }).click()
    const items = page.getByRole('complementary', { name: 'Items and sections' })
    await items.getByRole('button', { name: /^Remove/ }).click()
    await expect(items).toContainText('1,999')
    await page.reload()
    await draft.showForm()
    await expect(items).toContainText('1,999')
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await expect(items).toContainText('2,000')
    await expect(draft.problems()).toContainText('No errors', { timeout: 60_000 })
  })

  await test.step('the batch is queued and sent, and every item is accepted', async () => {
    await draft.queue()
    await desk.go('Outbox')
    const batch = page.getByRole('row').filter({ hasText: 'supplier.csv' }).first()
    await expect(batch.getByText('Done', { exact: true })).toBeVisible({ timeout: 180_000 })
  })
  const { clicks, fields } = await work()
  console.log(`Two thousand products from a file to accepted: ${clicks} clicks, ${fields} typed fields`)
})
