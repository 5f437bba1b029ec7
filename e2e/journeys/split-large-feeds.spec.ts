import type { SeenCall } from '../../src-main/testing/faulty-upstream.ts'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { type ServiceUnderTest, startService } from '../support/programs/service.ts'

let service: ServiceUnderTest
test.beforeEach(async ({ dataDirectory }) => {
  service = await startService(`${dataDirectory}-service`, { withSample: true })
})
test.afterEach(() => service.close())

test('splits a refresh that the service rejects as too large; both halves are accepted @page', async ({
  page,
}) => {
  const desk = new DeskPage(page)
  const catalog = new CatalogPage(page)
  const draft = new DraftPage(page)

  await test.step('connect to the service and sync', async () => {
    await desk.connect(service.proxy.address, service.credentials)
    await desk.sync(1)
  })

  let count = 0
  await test.step('draft a refresh of all items of a search', async () => {
    await desk.go('Catalog')
    await catalog.search('oatlark')
    await expect(catalog.row(/Meadowbell/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Draft these…' }).click()
    const heading = page.getByRole('heading', { name: /^Draft \d+ items of this search/ })
    count = Number(/\d+/.exec((await heading.textContent()) ?? '')?.[0])
    expect(count).toBeGreaterThan(3)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refresh/ })
      .click()
    await expect(draft.problems()).toContainText('No errors', { timeout: 60_000 })
  })

  await test.step('replace words in all items; the preview shows the changes', async () => {
    await page.getByText('Grid', { exact: true }).click()
    await page.getByRole('button', { name: /^Replace/ }).click()
    await page.getByRole('textbox', { name: 'Find' }).fill('Oatlark')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Oat Lark')
    await page.getByRole('button', { name: /^Replace in \d+ cells/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const last = await draft.before()
    await expect(last.getByText(`Changed (${count})`)).toBeVisible({ timeout: 60_000 })
    await expect(last.getByRole('table', { name: 'Fields that differ' })).toContainText('Oat Lark')
  })

  await test.step('the service rejects the feed; both halves are accepted', async () => {
    const isSending = ({ method }: SeenCall) => method !== 'GET'
    service.proxy.fail(
      { kind: 'status', status: 413, body: '' },
      {
        times: Number.POSITIVE_INFINITY,
        // The first feed contains all items; feeds of that size are rejected.
        when: (call) => isSending(call) && call.bytes === service.proxy.calls.find(isSending)?.bytes,
      },
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Queue for sending' }).click()
    await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Split in two and send again' }).click()
    const feeds = page.getByRole('table', { name: 'Feeds of the batch' })
    await expect(feeds.getByText('Done', { exact: true })).toHaveCount(2, { timeout: 60_000 })
    await expect(page.getByText(`${count} accepted`)).toBeVisible()
  })

  await test.step('a sync fetches the sent items', async () => {
    await desk.go('Sync')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await desk.go('Catalog')
    await catalog.search('oat lark original')
    await expect(catalog.row(/Oat Lark Original Oat Drink/)).toBeVisible({ timeout: 60_000 })
  })
})
