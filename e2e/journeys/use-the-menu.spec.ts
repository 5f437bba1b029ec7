import type { ElectronApplication } from '@playwright/test'
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
