import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DeskPage } from '../pages/desk-page.ts'
import { test as base, expect } from '../support/app.ts'

/** A workspace with pictures; whether something was read in them. */
const test = base.extend<{ hasFindings: boolean }>({
  hasFindings: [false, { option: true }],
  dataDirectory: async ({ hasFindings }, use, info) => {
    process.env['CATALOG_DESK_HOME'] = info.outputPath('home')
    const directory = info.outputPath('data')
    const program = join(import.meta.dirname, '../support/picture-workspace.ts')
    const findings = hasFindings ? ['with-findings'] : []
    await promisify(execFile)(process.execPath, [program, directory, ...findings])
    await use(directory)
  },
})
const longest = { timeout: 120_000 }

test('reads pictures, and goes from finding to finding by keyboard', async ({ page }) => {
  test.setTimeout(240_000)
  const finding = page.getByRole('region', { name: 'Finding', exact: true })
  const item = finding.getByRole('heading', { level: 2 })

  await test.step('nothing was read', async () => {
    await new DeskPage(page).go('Picture check')
    await expect(page.getByRole('heading', { name: '3 pictures not read yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Read pictures' }).click()
  })

  await test.step('the findings, the heaviest first, with the code marked in the picture', async () => {
    await expect(page.getByText('3 of 3 pictures read')).toBeVisible(longest)
    // Findings appear while pictures are read; the one shown stays until the person moves on.
    await expect(async () => {
      await page.getByRole('grid', { name: 'Findings' }).press('Home')
      await expect(item).toHaveText('Rye bread', { timeout: 2000 })
    }).toPass(longest)
    await expect(finding.getByText('of 1 other item: Oats.')).toBeVisible()
    const [marked, picture] = [finding.locator('[data-marked]'), finding.getByRole('figure').first()]
    await expect(marked).toBeVisible()
    const [box, frame] = [await marked.boundingBox(), await picture.boundingBox()]
    // The test picture has its code at the bottom right.
    expect((box?.x ?? 0) - (frame?.x ?? 0)).toBeGreaterThan((frame?.width ?? 0) / 2)
    await expect(finding.getByAltText('The marked part, enlarged')).toBeVisible()
  })

  await test.step('next and previous', async () => {
    await page.keyboard.press('j')
    await expect(item).toHaveText('Muesli')
    await page.keyboard.press('k')
    await expect(item).toHaveText('Rye bread')
  })

  await test.step('dismiss, and undo', async () => {
    await page.keyboard.press('d')
    await page.keyboard.press('3')
    await expect(item).toHaveText('Muesli')
    await expect(page.getByRole('button', { name: 'Dismissed (1)' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(item).toHaveText('Rye bread')
    await expect(page.getByRole('button', { name: 'Dismissed (1)' })).toHaveCount(0)
  })

  await test.step('the item shows the finding too', async () => {
    await page.keyboard.press('o')
    await expect(page.getByRole('region', { name: 'Seen in the pictures' })).toContainText(
      'Code of another item',
    )
  })
})

test.describe('with a value that differs', () => {
  test.use({ hasFindings: true })

  test('takes the printed value into a draft, and undoes it', async ({ page }) => {
    await new DeskPage(page).go('Picture check')
    const finding = page.getByRole('region', { name: 'Finding', exact: true })
    await expect(finding.getByText('9 g / 100 g')).toBeVisible()
    await page.keyboard.press('t')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(finding.getByRole('button', { name: 'Take into a draft' })).toBeVisible()
    await page.keyboard.press('t')
    await finding.getByRole('link', { name: 'Values read in pictures' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Values read in pictures' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Protein' }).first()).toHaveValue('10')
  })
})
