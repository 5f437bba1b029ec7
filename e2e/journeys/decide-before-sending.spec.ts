import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { type ServedProduct, type ServiceUnderTest, startService } from '../support/programs/service.ts'

const product = (number: number): ServedProduct => ({
  name: `Oat bar ${number}`,
  marketing_description: `Baked slowly, batch ${number}.`,
  ecommerce_description: `A bar of whole oats, number ${number}.`,
})

let service: ServiceUnderTest
test.beforeEach(async ({ dataDirectory }) => {
  service = await startService(`${dataDirectory}-service`)
  await service.put(new Map([1, 2, 3].map((number) => [number, product(number)])))
})
test.afterEach(() => service.close())

test('a conflict between a drafted update and a synced change is decided before sending @page', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)

  /** Searches first: the order of the list changes after a sync, and a row must not move during the click. */
  const openItem = async () => {
    await desk.go('Catalog')
    await catalog.search('oat bar 1')
    await expect(catalog.row(/Oat bar 3/)).toHaveCount(0)
    await catalog.open('Oat bar 1')
  }

  await test.step('connect to the service and sync', async () => {
    await desk.connect(service.proxy.address, service.credentials)
    await desk.sync(1)
  })

  await test.step('draft an update of an item; the draft has the name of the item', async () => {
    await openItem()
    await catalog.draft('update')
    await expect(page.getByRole('heading', { level: 1, name: 'Oat bar 1' })).toBeVisible()
    await page
      .getByRole('group', { name: 'E-commerce description 1' })
      .getByRole('textbox', { name: 'Text' })
      .fill('My own words for the bar.')
    await expect(draft.problems()).toContainText('No errors')
  })

  await test.step('two items change in the service, one of them drafted; a sync fetches both', async () => {
    await service.put(
      new Map([
        [1, { ...product(1), ecommerce_description: 'Words of somebody else.' }],
        [2, { ...product(2), name: 'Oat bar two' }],
      ]),
    )
    await desk.sync(2)
  })

  await test.step('the draft shows the conflict; the preview shows all three values', async () => {
    await desk.go('Feeds')
    await page.getByRole('row').filter({ hasText: 'Oat bar 1' }).getByRole('link').click()
    await expect(draft.problems()).toContainText('The catalog also changed')
    const before = await draft.before()
    await expect(before.getByText('1 conflict in 1 item')).toBeVisible()
    const field = before.getByRole('row').filter({ hasText: 'E-commerce description' })
    for (const words of [
      'A bar of whole oats, number 1.',
      'Words of somebody else.',
      'My own words for the bar.',
    ])
      await expect(field).toContainText(words)
    await expect(before.getByRole('button', { name: 'Queue for sending' })).toBeDisabled()
  })

  await test.step('keeping mine is one undoable step, and is repeated', async () => {
    const before = page.getByRole('dialog')
    await before.getByRole('button', { name: /^Keep mine: E-commerce description/ }).click()
    await expect(before.getByText('1 conflict in 1 item')).toHaveCount(0)
    await before.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: /^Undo: Kept/ }).click()
    await expect(draft.problems()).toContainText('The catalog also changed')
    await draft.before()
    await before.getByRole('button', { name: 'Keep mine in all' }).click()
    await before.getByText('XML', { exact: true }).click()
    await before.getByText('Raw, as it is sent').click()
    await expect(before.getByText('My own words for the bar.').last()).toBeVisible()
    await before.getByRole('button', { name: 'Queue for sending' }).click()
  })

  await test.step('the feed is sent and accepted, and a sync fetches the item', async () => {
    await desk.go('Outbox')
    const feed = page
      .getByRole('table', { name: 'Feeds in the outbox' })
      .getByRole('row')
      .filter({ hasText: 'Oat bar 1' })
    await expect(feed.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
    await feed.getByRole('link').first().click()
    await expect(page.getByRole('table', { name: 'Results' }).getByText('Accepted')).toBeVisible()
    await desk.sync(3)
    await openItem()
    await expect(page.getByText('My own words for the bar.').first()).toBeVisible()
  })
})
