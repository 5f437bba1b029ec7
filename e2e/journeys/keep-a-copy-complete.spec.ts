import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { type ServedProduct, type ServiceUnderTest, startService } from '../support/programs/service.ts'

const count = 150
const product = (number: number): ServedProduct => ({
  name: `Oat bar ${number}`,
  marketing_description: `Baked slowly from whole oats, batch ${number}.`,
})
const range = new Map(Array.from({ length: count }, (_, index) => [index + 1, product(index + 1)]))

let service: ServiceUnderTest
test.beforeEach(async ({ dataDirectory }) => {
  service = await startService(`${dataDirectory}-service`)
  await service.put(range)
})
test.afterEach(() => service.close())

test('a copy stays complete when the service fails: quarantine, changes, restoring an old text', {
  tag: '@page',
}, async ({ page }) => {
  const desk = new DeskPage(page)
  const draft = new DraftPage(page)
  const { proxy, credentials } = service
  const asksForItems = ({ path }: { path: string }) => path.includes('/item?')
  const syncNow = () => page.getByRole('button', { name: 'Sync now' }).click()
  const newestRun = () => desk.runs().getByRole('row').nth(1)

  await test.step('connect to the service', async () => {
    await page.getByRole('button', { name: 'Connect…' }).click()
    await page.getByLabel('Address').fill(proxy.address)
    await page.getByLabel('User name').fill(credentials.username)
    await page.getByLabel('Password').fill(credentials.password)
    // Small and slow answers leave time to check the screen, even on a busy computer.
    await service.setLatency(250)
    proxy.fail(
      {
        kind: 'other-call',
        path: (path) => path.replace(/limit=(\d+)/, (_, limit) => `limit=${Math.min(3, Number(limit))}`),
      },
      { when: asksForItems, times: Number.POSITIVE_INFINITY },
    )
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
  })

  await test.step('pause, resume and cancel the sync', async () => {
    await syncNow()
    const progress = page.getByText(/^[1-9]\d* of 150 items$/).first()
    await expect(progress).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'The sync is paused' })
    await expect(notice).toBeVisible()
    const kept = await progress.textContent()
    await page.waitForTimeout(600)
    expect(await progress.textContent()).toBe(kept)
    // From here on, the answers are so slow that the run is still active when the page is checked.
    await service.setLatency(1_500)
    await notice.getByRole('button', { name: 'Resume' }).click()
    await expect(notice).toBeHidden()
    await expect(progress).not.toHaveText(kept ?? '')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(newestRun()).toContainText('Cancelled')
  })

  await test.step('the service is down: the sync shows how long it waits, then continues', async () => {
    await service.setLatency(0)
    proxy.heal()
    proxy.fail({ kind: 'status', status: 503, headers: { 'retry-after': '5' } }, { when: asksForItems })
    // Then one of the last records is broken.
    proxy.fail(
      {
        kind: 'rewrite',
        rewrite: (body) => String(body).replace('<name>Oat bar 1</name>', '<name>Oat bar 1'),
      },
      { when: asksForItems, times: Number.POSITIVE_INFINITY },
    )
    await syncNow()
    const notice = page.getByRole('alert').filter({ hasText: 'the service is down for maintenance' })
    await expect(notice).toContainText(/It continues automatically within a minute, at .+/)
    await expect(notice).toBeHidden({ timeout: 20_000 })
    await expect(newestRun()).toContainText('Completed', { timeout: 40_000 })
    await expect(page.getByText('Some items could not be saved')).toBeVisible()
  })

  await test.step('show the quarantined page and fetch it again', async () => {
    await page.getByRole('tab', { name: /Quarantine/ }).click()
    await page.getByRole('button', { name: 'Read' }).click()
    const answer = page.getByRole('dialog', { name: 'Raw answer' })
    await expect(answer.getByText('Oat bar 1').first()).toBeVisible()
    await page.keyboard.press('Escape')
    proxy.heal()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Nothing in quarantine')).toBeVisible()
    await page.getByRole('tab', { name: 'Runs' }).click()
  })

  await test.step('sync again and list the changes by field', async () => {
    await service.put(
      new Map([
        [3, { ...product(3), marketing_description: 'Now with honey.' }],
        [4, { ...product(4), name: 'Oat bar four' }],
        [901, product(901)],
      ]),
    )
    await syncNow()
    const changed = newestRun().getByRole('link', { name: /changed: show what changed/ })
    await expect(changed).toHaveText('2')
    await changed.click()
    await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible()
    const list = page.getByRole('table', { name: 'Changed items' })
    await page.getByText('All (3)').click()
    await expect(list.getByRole('row')).toHaveCount(4)
    await page.getByRole('combobox', { name: 'Field that changed' }).click()
    await page.getByRole('option', { name: 'Marketing description (1)' }).click()
    await expect(list.getByRole('row')).toHaveCount(2)
    await list.getByRole('button', { name: 'Show the values of Oat bar 3' }).click()
    await expect(list.getByText('Now with honey.')).toBeVisible()
    await list.getByRole('link', { name: 'Oat bar 3' }).click()
  })

  await test.step('compare two versions and restore the old text into a draft', async () => {
    await expect(page.getByRole('heading', { name: 'Version 1 compared with version 2 (now)' })).toBeVisible()
    await page.getByRole('checkbox', { name: /^Restore: .*Marketing description/ }).click()
    await page.getByRole('button', { name: 'Restore in a refresh' }).click()
    await expect(draft.problems()).toBeVisible()
    await page.getByText('XML', { exact: true }).click()
    await expect(page.getByText('Baked slowly from whole oats, batch 3.').first()).toBeVisible()
  })
})
