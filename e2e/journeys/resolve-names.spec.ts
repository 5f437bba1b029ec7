import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

/** Brands of the sample in other spellings, a brand in three spellings, and brands that no list has. */
const brands = [
  ...[
    'ACORNLING',
    'acornling®',
    'Alder-well',
    'Bright Furrow',
    'Brookglintt',
    'Cloudfold Inc.',
    'Cocoa Marlo',
  ],
  ...['Moorhen Dairy', 'MOORHEN DAIRY', 'Moorhen-Dairy', 'Morhen Dairy'],
  ...['Tideway', 'Quill & Sons', 'Various'],
]

function supplierFile(first: number): string {
  const rows = brands.map((brand, number) => {
    const body = `95200${String(first + number).padStart(7, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Berry spread ${number},"${brand}"`
  })
  return ['gtin,name,brand', ...rows].join('\r\n')
}

test('the names of a file are resolved in 15 clicks, and remembered for the next file', async ({
  page,
}, info) => {
  const desk = new DeskPage(page)
  let clicks = 0
  const click = async (name: string | RegExp) => {
    clicks += 1
    await page.getByRole('button', { name }).click()
  }
  const names = page.getByRole('region', { name: 'Names not in the lists' })
  const outcome = (name: string) => names.getByRole('combobox', { name: `What “${name}” becomes` })
  const check = async (file: string, first: number) => {
    const path = join(info.outputDir, file)
    writeFileSync(path, supplierFile(first))
    await desk.go('Import')
    await page.getByLabel('File to import').setInputFiles(path)
    await click('Check the file')
    await expect(names).toBeVisible({ timeout: 60_000 })
  }

  await test.step('accept the matches', async () => {
    await check('first.csv', 5000)
    await click(/^Accept \d+ matches…/)
    const dialog = page.getByRole('dialog', { name: 'Accept matches' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Brookglint' })).toContainText('Similar')
    await click(/^Accept \d+ matches$/)
    await expect(outcome('Alder-well')).toHaveValue('Alderwell')
    await expect(outcome('Cloudfold Inc.')).toHaveValue('Cloudfold')
  })

  await test.step('merge the spellings of one name, and undo and repeat it by keyboard', async () => {
    await click('Merge alike names…')
    const dialog = page.getByRole('dialog', { name: 'Merge alike values: Brands' })
    const group = dialog.getByRole('listitem', { name: 'Group of Moorhen Dairy' })
    await expect(group.getByRole('checkbox', { name: 'Merge Morhen Dairy' })).not.toBeChecked()
    clicks += 1
    await group.getByRole('checkbox', { name: 'Merge all of Moorhen Dairy' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(outcome('Morhen Dairy')).toHaveValue('As “Moorhen Dairy”')
    await names.getByRole('row', { name: 'Tideway' }).focus()
    await page.keyboard.press('Control+z')
    await expect(outcome('Morhen Dairy')).toHaveValue('Keep as text')
    await click('Merge alike names…')
    clicks += 1
    await group.getByRole('checkbox', { name: 'Merge all of Moorhen Dairy' }).click()
    await page.keyboard.press('Control+Enter')
  })

  await test.step('leave out what is no name, and import', async () => {
    await names.getByRole('searchbox', { name: 'Find names' }).fill('Various')
    await click('All found…')
    clicks += 1
    await page.getByRole('menuitem', { name: 'Leave out: 1 name' }).click()
    await click(/^Import$/)
    await expect(page.getByRole('region', { name: 'Imports' }).getByText('first.csv').first()).toBeVisible()
    expect(clicks).toBeLessThan(16)
  })

  await test.step('the next file asks nothing again', async () => {
    await check('second.csv', 6000)
    await expect(outcome('Moorhen-Dairy')).toHaveValue('As “Moorhen Dairy”')
    await expect(names.getByText('Remembered')).not.toHaveCount(0)
    await expect(page.getByRole('button', { name: 'No matches to accept' })).toBeDisabled()
  })
})
