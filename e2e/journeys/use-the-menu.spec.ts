import { readFileSync, statSync } from 'node:fs'
import type { ElectronApplication } from '@playwright/test'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

test.beforeEach(({ host }) => {
  test.skip(host !== 'electron', 'A browser page has no menu of its own.')
})

/** The enabled entries of a menu of the app. */
const entriesOf = (electron: ElectronApplication | undefined, name: string): Promise<string[]> | undefined =>
  electron?.evaluate(({ Menu }, label) => {
    const menu = Menu.getApplicationMenu()?.items.find((item) => item.label === label)
    return (menu?.submenu?.items ?? []).filter((item) => item.enabled).map((item) => item.label)
  }, name)

/** Chooses an entry of a menu of the app. */
const choose = (electron: ElectronApplication | undefined, name: string, entry: string) =>
  electron?.evaluate(
    ({ Menu }, [label, wanted]) => {
      const menu = Menu.getApplicationMenu()?.items.find((item) => item.label === label)
      const item = menu?.submenu?.items.find((one) => one.label.startsWith(wanted ?? ''))
      item?.click({} as never)
    },
    [name, entry],
  )

test('the menu has the commands of the palette, enabled where they work', async ({
  app: { electron },
  page,
}) => {
  await new DeskPage(page).go('Settings')
  await expect.poll(() => entriesOf(electron, 'Go')).toContain('Catalog [G C]')
  expect(await entriesOf(electron, 'Actions')).not.toContain('Next item [J]')
  await choose(electron, 'Go', 'Catalog')
  await expect(page.getByRole('heading', { name: 'Catalog' })).toBeVisible()
  await expect.poll(() => entriesOf(electron, 'Actions')).toContain('Next item [J]')
  await choose(electron, 'Actions', 'Keyboard shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the print preview is a PDF in a private folder', async ({ app: { electron }, page }) => {
  await new DeskPage(page).go('Catalog')
  await new CatalogPage(page).search('oat')
  await electron?.evaluate(({ shell }) => {
    Object.assign(globalThis, { opened: [] })
    shell.openPath = async (path: string) => {
      ;(globalThis as unknown as { opened: string[] }).opened.push(path)
      return ''
    }
  })
  const opened = () => electron?.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  await expect.poll(() => entriesOf(electron, 'Actions')).toContain('Print preview…')
  await choose(electron, 'Actions', 'Print preview…')
  await expect.poll(async () => (await opened())?.length).toBe(1)
  const [path = ''] = (await opened()) ?? []
  expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
