import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const longest = { timeout: 120_000 }
const [drink, code] = ['Oatlark Original Oat Drink, 946 ml', '9522003001170']
const unknown = '4006381333931'

/** Draws a label, and returns its file. */
function draw(name: string, label: object): string {
  const file = test.info().outputPath(name)
  const program = join(import.meta.dirname, '../support/label-picture.ts')
  execFileSync(process.execPath, [program, file, JSON.stringify(label)])
  return file
}

/** Drops a file on the window, as a person does who drags it from a folder. */
async function drop(page: Page, file: string, name: string): Promise<void> {
  const bytes = readFileSync(file).toString('base64')
  await page.evaluate(
    ([content, fileName]) => {
      const data = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([data], fileName, { type: 'image/jpeg' }))
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('main')
          ?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [bytes, name] as const,
  )
}

test('a photographed label finds its item, and a value of it goes to the service', async ({ page }) => {
  test.setTimeout(480_000)
  const desk = new DeskPage(page)
  const draft = new DraftPage(page)
  const dialog = page.getByRole('dialog', { name: 'Look up a photograph' })

  await test.step('a photograph dropped on any screen leads to the item with its code', async () => {
    const file = draw('shelf.jpg', {
      code,
      per: 'per serving (240 ml)',
      rows: [
        ['Energy', '120 kcal'],
        ['Fat', '5.0 g'],
        ['Carbohydrate', '16.0 g'],
        ['Protein', '4.0 g'],
      ],
    })
    await desk.go('Outbox')
    await drop(page, file, 'shelf.jpg')
    await expect(dialog.getByRole('link', { name: drink })).toBeVisible(longest)
    await expect(dialog.getByText(`${code} (EAN-13)`)).toBeVisible()
  })

  await test.step('the label differs from the record in one value', async () => {
    await expect(dialog.getByText('1 difference between label and record')).toBeVisible(longest)
    const difference = dialog.getByRole('listitem').filter({ hasText: 'Protein' })
    await expect(difference.getByText('3 g / 240 ml')).toBeVisible()
    await expect(difference.getByText('4.0 g')).toBeVisible()
    await expect(difference.getByAltText('The marked part, enlarged')).toBeVisible()
    await difference.getByRole('button', { name: 'Take into a draft' }).click()
    await dialog.getByRole('link', { name: 'Values read in pictures' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the draft names the photograph, and the daily value is corrected', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Values read in pictures' })).toBeVisible()
    await expect(draft.field('Protein, amount')).toHaveValue('4')
    await expect(
      page.getByRole('button', { name: 'Undo: Protein 4.0 g, read from photograph shelf.jpg' }),
    ).toBeVisible()
    await draft.field('Protein, percent of daily value').fill('8')
    await expect(draft.problems()).toContainText('No errors')
  })

  await test.step('the service accepts it', async () => {
    await draft.queue()
    await expect(
      page.getByRole('table', { name: 'Items and their results' }).getByText('Accepted'),
    ).toBeVisible(longest)
  })
})

test('a photograph of an unknown product becomes a draft, and one without code says so', async ({ page }) => {
  test.setTimeout(480_000)
  const dialog = page.getByRole('dialog', { name: 'Look up a photograph' })
  const rows = [['Protein', '10.0 g']]

  await test.step('chosen by a command, its values are suggestions', async () => {
    const file = draw('new.jpg', { code: unknown, rows })
    await new DeskPage(page).go('Feeds')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('photograph')
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(file)
    await expect(
      dialog.getByRole('heading', { name: `No item of the catalog has the code ${unknown}` }),
    ).toBeVisible(longest)
    await dialog.getByRole('button', { name: 'New draft with this code' }).click()
    await dialog.getByRole('button', { name: 'Take “Protein” into the draft' }).click(longest)
    await dialog.getByRole('link', { name: 'Open the draft' }).click()
    await expect(page.getByRole('textbox', { name: 'Protein, amount' })).toHaveValue('10')
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(unknown)
  })

  await test.step('without a code, its digits lead to the item', async () => {
    await drop(page, draw('no-code.jpg', { rows }), 'no-code.jpg')
    await expect(dialog.getByRole('heading', { name: 'No code could be read' })).toBeVisible(longest)
    await dialog.getByRole('textbox', { name: 'Product code' }).fill(code)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: drink })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})
