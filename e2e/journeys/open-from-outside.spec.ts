import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeskPage } from '../pages/desk-page.ts'
import { expect, test } from '../support/app.ts'

test.use({ initialState: 'synced sample' })

/** Only the desktop app is asked by the system to open files and links. */
test.beforeEach(({ host }) => {
  test.skip(host !== 'electron', 'A browser page has no links and files of its own.')
})

test('opens what the system asks for: an item by its link, and a file in the import', async ({
  app: { electron },
  page,
  dataDirectory,
}) => {
  const secondStart = (...args: string[]) =>
    electron?.evaluate(
      ({ app }, given) => void app.emit('second-instance', {}, ['catalog-desk', ...given], '/'),
      args,
    )
  await new DeskPage(page).go('Settings')

  await secondStart('catalog-desk://item/9522002002369')
  await expect(page.getByRole('heading', { name: 'Norrvik Greek Style Honey, 907 g' })).toBeVisible()

  const file = join(dataDirectory, 'jams.csv')
  writeFileSync(file, 'gtin,name\n9520000000011,Quince jam\n')
  await secondStart(file)
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
  await expect(page.getByText('jams.csv')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Quince jam' })).toBeVisible()

  await secondStart('/etc/passwd', 'catalog-desk://import?file=/etc/passwd')
  await expect(page.getByText('passwd')).toBeHidden()
})
