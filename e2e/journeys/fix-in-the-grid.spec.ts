import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { GridPage } from '../pages/grid-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const count = 60
const makers = ['Norrvik Foods AB', 'casa perla alimentari s.r.l.', 'Crunchwell Snack Company']

/** A supplier's file without manufacturers and with a misspelt word in every fifth name. */
function supplierFile(): string {
  const rows = Array.from({ length: count }, (_, number) => {
    const body = `95200${String(number + 4000).padStart(7, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    const name = `${number % 5 === 0 ? 'Berry spraed' : 'Berry spread'} ${number + 1}`
    return [
      `${body}${(10 - (sum % 10)) % 10}`,
      name,
      'Oatlark',
      `${name} in a jar`,
      'Berries',
      '10000213',
      'SE',
    ]
  })
  const heads = ['gtin', 'name', 'brand', 'description', 'ingredients', 'category id', 'country of origin']
  return [heads, ...rows].map((row) => row.join(',')).join('\r\n')
}

test('fixes sixty products in the grid: paste names, fill down, replace, undo @page', async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  const draft = new DraftPage(page)
  const grid = new GridPage(page)
  const press = (keys: string) => page.keyboard.press(keys)
  const undo = () => page.getByRole('button', { name: /^Undo/ }).first()

  await test.step('the file becomes a draft, and the grid shows its errors', async () => {
    const file = join(info.outputDir, 'berries.csv')
    writeFileSync(file, supplierFile())
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await desk.go('Feeds')
    await page.getByRole('row').filter({ hasText: 'berries.csv' }).getByRole('link').click()
    // A draft of many items opens in the grid, with the columns of the file and the required ones.
    await expect(await grid.cell(1, 'Brand')).toBeVisible()
    await expect(await grid.cell(1, 'Manufacturer')).toBeVisible()
    await draft.showForm()
    await expect(
      draft.problems().getByRole('region', { name: `${count} items: Manufacturer is missing` }),
    ).toBeVisible({ timeout: 60_000 })
    await grid.open()
    await page.getByRole('button', { name: 'With errors' }).click()
    await grid.expectItems(count)
    await page.getByRole('button', { name: 'With errors' }).click()
  })

  await test.step('paste a column of manufacturer names with one misspelt name', async () => {
    await (await grid.cell(1, 'Manufacturer')).click()
    const names = Array.from({ length: count }, (_, row) =>
      row === 1 ? 'Norvik Foods AB' : (makers[row % makers.length] ?? ''),
    )
    await grid.paste(names.join('\n'))
    await expect(page.getByText('3 names found, 1 not found')).toBeVisible()
    await expect(undo()).toHaveAccessibleName(new RegExp(`Manufacturer of ${count} items`))
    await expect(await grid.cell(1, 'Manufacturer')).toContainText('Norrvik Foods AB')
    await expect(await grid.cell(2, 'Manufacturer')).toHaveText(/Norvik Foods AB/)
    await (await grid.cell(2, 'Manufacturer')).click()
    await page.getByRole('button', { name: 'Use Norrvik Foods AB' }).click()
    await expect(await grid.cell(2, 'Manufacturer')).toContainText('Norrvik Foods AB')
  })

  await test.step('set a net content and fill its unit down by keyboard', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('searchbox', { name: 'Find a column' }).fill('net content')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Package', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await (await grid.cell(1, 'Manufacturer')).click()
    await press('End')
    await press('ArrowLeft')
    await expect(page.getByRole('status').filter({ hasText: 'Net content' }).first()).toBeVisible()
    await press('Control+Space')
    await grid.paste('250')
    await expect(undo()).toHaveAccessibleName(new RegExp(`of ${count} items`))
    await press('Control+Home')
    await press('End')
    await page.keyboard.type('gram')
    await press('Enter')
    await expect(undo()).toHaveAccessibleName(/Unit of 1 item/)
    await press('ArrowUp')
    await press('Control+Shift+ArrowDown')
    await press('Control+D')
    await expect(undo()).toHaveAccessibleName(new RegExp(`Unit of ${count - 1} items`))
  })

  await test.step('replace a word everywhere, undo, redo', async () => {
    await press('Control+Home')
    await press('Control+H')
    await page.getByRole('textbox', { name: 'Find' }).fill('spraed')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('spread')
    await page.getByRole('button', { name: /^Replace in 24 cells/ }).click()
    await expect(await grid.cell(1, 'E-commerce title')).toContainText('Berry spread 1')
    await press('Control+Z')
    await expect(await grid.cell(1, 'E-commerce title')).toContainText('Berry spraed 1')
    await press('Control+Shift+Z')
    await expect(await grid.cell(1, 'E-commerce title')).toContainText('Berry spread 1')
  })

  await test.step('undo the pasted names alone: later steps are kept, a clash is decided, and the undoing undone', async () => {
    await (await grid.cell(1, 'E-commerce title')).click()
    await press('Control+Home')
    const pasted = page.getByRole('button', { name: `Undo “Manufacturer of ${count} items” alone` })
    await page.getByRole('button', { name: 'Steps of this draft' }).press('Enter')
    await pasted.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Later steps changed the same fields' })
    await expect(dialog.getByRole('radio', { name: 'Current Norrvik Foods AB' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Undo this step' }).press('Enter')
    await expect(page.getByText('Undone in part')).toBeVisible()
    await expect(await grid.cell(1, 'Manufacturer')).not.toContainText('Norrvik Foods AB')
    await expect(await grid.cell(2, 'Manufacturer')).toContainText('Norrvik Foods AB')
    await expect(await grid.cell(1, 'E-commerce title')).toContainText('Berry spread 1')
    await page.getByRole('button', { name: /^Undo “Took back “Manufacturer of/ }).press('Enter')
    await expect(page.getByText('Undone in part')).toBeHidden()
    await expect(await grid.cell(1, 'Manufacturer')).toContainText('Norrvik Foods AB')
    await press('Escape')
    await expect(pasted).toBeHidden()
  })

  await test.step('without errors left, the draft is queued and every item is accepted', async () => {
    await page.getByRole('button', { name: 'With errors' }).click()
    await expect(page.getByText('No matching items')).toBeVisible()
    await page.getByRole('button', { name: 'With errors' }).click()
    await draft.queue()
    await desk.go('Outbox')
    const batch = page.getByRole('row').filter({ hasText: 'berries.csv' }).first()
    await expect(batch.getByText('Done', { exact: true })).toBeVisible({ timeout: 120_000 })
  })
})
