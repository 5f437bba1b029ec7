import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ beginsWith: 'tried sample' })

const drink = 'Oatlark Original Oat Drink, 946 ml'
const words = 'Original Oat Drink with a smooth body that steams well and pours over cereal without fuss.'
const newName = 'Oatlark Original Oat Drink, 950 ml'

test('a person refreshes an item: what is emptied is announced, and gone from the record afterwards @face', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)
  const text = page
    .getByRole('group', { name: 'E-commerce description 1' })
    .getByRole('textbox', { name: 'Text' })
  // Other fields hold the same words among others.
  const described = page.getByText(words, { exact: true })

  await test.step('the draft begins with the record; a name is changed and a description emptied', async () => {
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

  await test.step('the last look names what is changed and what is removed', async () => {
    const last = await draft.before()
    const fields = last.getByRole('table', { name: 'Fields that differ' })
    await expect(fields.getByRole('row').filter({ hasText: 'E-commerce title' })).toContainText(newName)
    await expect(fields.getByRole('row').filter({ hasText: 'E-commerce description' })).toContainText(
      'Emptied',
    )
    await last.getByRole('button', { name: 'Queue for sending' }).click()
  })

  await test.step('it is accepted, and the record is as it was drafted after the next sync', async () => {
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
})
