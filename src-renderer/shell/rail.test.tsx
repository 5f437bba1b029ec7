import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shell, show, statusText } from '../testing/shown-shell.tsx'

const screenLinks = () =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('title'))

test('the rail lists the screens of daily work, marks the current one and shows counts', async () => {
  await page.viewport(1280, 800)
  await show()
  expect(screenLinks()).toEqual([
    ...['Quality', 'Catalog', 'Picture check', 'Feeds'],
    ...['Outbox', 'Sync', 'Import', 'Settings'],
  ])
  const catalog = page.getByRole('link', { name: /^Catalog/ })
  await expect.element(catalog).toHaveAttribute('aria-current', 'page')
  expect(catalog.element().textContent).toBe('Catalog19k')
  expect(page.getByRole('link', { name: /^Feeds/ }).element().textContent).toBe('Feeds12.3k')
  // Feeds that are done are not counted.
  expect(page.getByRole('link', { name: /^Outbox/ }).element().textContent).toBe('Outbox3')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
  await expect.element(catalog).not.toHaveAttribute('aria-current')
})

test('the local API is not in the rail: the settings are marked while its screen is shown', async () => {
  await show()
  await userEvent.keyboard('ga')
  await expect.poll(() => location.pathname).toBe('/local-api')
  await expect.element(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
})

test('a sandbox has no sync screen, neither in the rail nor in the palette', async () => {
  shell.workspace = { ...shell.workspace, role: 'sandbox' }
  await show()
  expect(screenLinks()).not.toContain('Sync')
  expect(statusText()).toContain('Sandbox: this catalog is the service')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option', { name: /^Catalog/ })).toBeVisible()
  expect(page.getByRole('option', { name: /Sync/ }).elements()).toEqual([])
  expect(page.getByRole('option', { name: /offline/ }).elements()).toEqual([])
})

test('in a team the rail shows how many comments mention this person', async () => {
  shell.person = { name: 'Ana', role: 'author' }
  shell.mentions = 2
  await show()
  await expect.element(page.getByRole('link', { name: /^Feeds 2 mentions of you/ })).toBeVisible()
})
