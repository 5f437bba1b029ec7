import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { watchPolicy } from '../support/page-policy.ts'

test('the sample: browse, go offline, draft and fix an item, queue it, go online and find it @page', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)
  const refused = watchPolicy(page)

  await test.step('the first start offers the sample; the first sync loads it', async () => {
    await desk.trySample()
  })

  await test.step('search while typing, and open an item', async () => {
    await desk.go('Catalog')
    await catalog.search('oat dri')
    await expect(catalog.row(/Oatlark Original Oat Drink/)).toBeVisible()
    await expect(catalog.row(/Meadowbell/)).toHaveCount(0)
    await catalog.open('Oatlark Original Oat Drink, 946 ml')
    await expect(page.getByText('Nutrition Facts').first()).toBeVisible()
    await page.getByRole('tab', { name: 'XML' }).click()
    await expect(page.getByRole('tabpanel').getByText('9522003001170').first()).toBeVisible()
  })

  await test.step('go offline: the sample service is stopped', async () => {
    await desk.setSampleService(false)
  })

  await test.step('draft a new item with one error, which is listed', async () => {
    await desk.go('Feeds')
    await draft.create('Create items')
    await draft.field('E-commerce title').fill('Quince and fig spread, 240 g')
    await draft.field('Code').fill('9520000000016')
    await draft.pick('Manufacturer', 'norrv', 'Norrvik Foods AB')
    await draft.pick('Category', 'spread', 'Honey and spreads')
    await draft.section('Product')
    await draft.field('Description').fill('Quince and fig spread in a jar of 240 g')
    await draft.pick('Brand', 'oat', 'Oatlark')
    await expect(draft.problems().getByRole('heading')).toHaveText('1 error')
    await expect(draft.problems()).toContainText('9520000000016 is not a valid GTIN')
    await expect(page.getByRole('button', { name: 'Queue', exact: true })).toBeDisabled()
  })

  await test.step('jump from the problem to the field and fix it', async () => {
    await draft.problems().getByRole('button', { name: 'is not a valid GTIN' }).click()
    await expect(draft.field('Code')).toBeFocused()
    await draft.field('Code').fill('9520000000011')
    await expect(draft.problems()).toContainText('No errors')
  })

  await test.step('view the XML, and queue the draft offline', async () => {
    await page.getByText('XML', { exact: true }).click()
    await expect(page.getByText('9520000000011').first()).toBeVisible()
    // Without its styles the editor would show unformatted lines.
    await expect(page.locator('.cm-editor')).toHaveCSS('display', 'flex')
    await draft.queue()
    await expect(page.getByText('Queued', { exact: true }).first()).toBeVisible()
  })

  await test.step('go online: the feed is sent and polled until it is done', async () => {
    await desk.setSampleService(true)
    await desk.go('Outbox')
    const feed = page
      .getByRole('table', { name: 'Feeds in the outbox' })
      .getByRole('row', { name: /Quince and fig spread/ })
    await expect(feed.getByText('Done')).toBeVisible({ timeout: 60_000 })
    await feed.getByRole('link').first().click()
    await expect(page.getByRole('table', { name: 'Results' }).getByText('Accepted')).toBeVisible()
  })

  await test.step('sync again and find the item', async () => {
    await desk.go('Sync')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await desk.go('Catalog')
    await catalog.search('quince fig')
    await expect(catalog.row(/Quince and fig spread/)).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the content security policy of each host refuses nothing of the page', async () => {
    await page.reload()
    for (const name of ['Import', 'Local API', 'Settings', 'Feeds'] as const) await desk.go(name)
    expect(refused()).toEqual([])
  })
})
