import { expect, test } from '../support/app.ts'

test('keeps two catalogs: creates one, switches, backs one up, restores it as a new workspace', async ({
  page,
}) => {
  const switcher = page.getByRole('button', { name: 'Switch workspace' })
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()

  await test.step('create and open another catalog', async () => {
    await switcher.click()
    await page.getByRole('menuitem', { name: 'Workspaces and backups…' }).click()
    await page.getByRole('button', { name: 'New workspace…' }).click()
    await page.getByLabel('Name').fill('Northern region')
    await page.getByRole('button', { name: 'Create and open' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Catalog Desk' })).toBeVisible()
    await expect(switcher).toContainText('Northern region')
  })

  await test.step('the first catalog is unchanged', async () => {
    await switcher.click()
    await page.getByRole('menuitem', { name: 'Sandbox' }).click()
    await expect(switcher).toContainText('Sandbox')
    await expect(
      page.getByRole('contentinfo').or(page.getByRole('region', { name: 'Status' })),
    ).toContainText('Sandbox')
  })

  await test.step('back up, verify, and restore into a new workspace', async () => {
    await switcher.click()
    await page.getByRole('menuitem', { name: 'Workspaces and backups…' }).click()
    await page.getByRole('button', { name: 'Back up now' }).click()
    const backups = page.getByRole('table', { name: 'Backups' })
    await backups.getByRole('button', { name: /^Verify/ }).click()
    await expect(page.getByText('The backup is intact')).toBeVisible()
    await backups.getByRole('button', { name: /^Restore/ }).click()
    await expect(page.getByRole('heading', { name: 'In the backup' })).toBeVisible()
    await page.getByRole('button', { name: 'Restore and open' }).click()
    await expect(switcher).toContainText('Sandbox (restored')
  })
})
