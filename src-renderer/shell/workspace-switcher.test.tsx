import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { known, path, shell, show } from '../testing/shown-shell.tsx'

const menu = async () => {
  await show()
  await page.getByRole('button', { name: /Switch workspace$/ }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  return page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent)
}

test('the switcher lists workspaces whose folder exists, and opens another one', async () => {
  expect(await menu()).toEqual(['North', 'South', 'Workspaces and backups…'])
  await page.getByRole('menuitem', { name: 'North' }).click()
  await page.getByRole('button', { name: /Switch workspace$/ }).click()
  await page.getByRole('menuitem', { name: 'South' }).click()
  await expect.poll(() => shell.actions).toEqual(['open /catalogs/South'])
})

test('the switcher lists eight workspaces, and links to the full list', async () => {
  shell.workspaces = Array.from({ length: 12 }, (_, number) => known(`W${number}`, { open: number === 0 }))
  expect(await menu()).toHaveLength(9)
  await page.getByRole('menuitem', { name: 'Workspaces and backups…' }).click()
  await expect.poll(() => path()).toBe('/workspaces')
})
