import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

const drink = 'Oatlark Original Oat Drink, 946 ml'
const words = 'Original Oat Drink with a smooth body that steams well and pours over cereal without fuss.'
const newName = 'Oatlark Original Oat Drink, 950 ml'

test('refreshes an item: the preview shows the emptied field, and the record loses it @page', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)
  const text = page
    .getByRole('group', { name: 'E-commerce description 1' })
    .getByRole('textbox', { name: 'Text' })
  // Other fields contain these words within longer texts.
  const described = page.getByText(words, { exact: true })

  await test.step('the draft starts from the record; change a name and empty a description', async () => {
    await desk.go('Catalog')
    await catalog.search('original oat drink')
    await catalog.open(drink)
    await expect(described.first()).toBeVisible()
    await catalog.draft('refresh')
    await expect(draft.field('E-commerce title')).toHaveValue(drink)
    await draft.field('E-commerce title').fill(newName)
    await expect(text).toHaveValue(words)
    await text.fill('')
    await expect(draft.problems()).toContainText('No errors')
  })

  await test.step('the preview lists changed and emptied fields', async () => {
    const last = await draft.before()
    const fields = last.getByRole('table', { name: 'Fields that differ' })
    await expect(fields.getByRole('row').filter({ hasText: 'E-commerce title' })).toContainText(newName)
    await expect(fields.getByRole('row').filter({ hasText: 'E-commerce description' })).toContainText(
      'Emptied',
    )
    await last.getByRole('button', { name: 'Queue for sending' }).click()
  })

  await test.step('the feed is accepted, and after the next sync the record matches the draft', async () => {
    await expect(
      page.getByRole('table', { name: 'Items and their results' }).getByText('Accepted'),
    ).toBeVisible({
      timeout: 60_000,
    })
    await desk.go('Sync')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await desk.go('Catalog')
    await catalog.search('original oat drink')
    await expect(catalog.row(newName)).toBeVisible({ timeout: 30_000 })
    await catalog.open(newName)
    await expect(page.getByText(/Shake well/).first()).toBeVisible()
    await expect(described).toHaveCount(0)
  })

  await test.step('the feed says that the catalog shows all of it', async () => {
    await desk.go('Outbox')
    // A feed keeps the name that its item had when it was drafted.
    await page
      .getByRole('link', { name: /^Oatlark Original Oat Drink/ })
      .first()
      .click()
    const shown = page.getByRole('region', { name: 'Shown in the catalog' })
    await expect(shown.getByText(/^(\d+) of \1 fields(; \d+ cannot be compared)?$/)).toBeVisible({
      timeout: 30_000,
    })
    await expect(shown.getByRole('table')).toHaveCount(0)
  })
})
