import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noDialog, path, shell, show } from '../../testing/shown-shell.tsx'

test('G, then a letter, opens a screen, but not while a person types in a field', async () => {
  await show()
  await userEvent.keyboard('gf')
  await expect.poll(path).toBe('/feeds')
  await page.getByRole('textbox', { name: 'Note' }).click()
  await userEvent.keyboard('gc?')
  expect(path()).toBe('/feeds')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('the first key of a sequence expires', async () => {
  await show()
  await userEvent.keyboard('g')
  await new Promise((resolve) => setTimeout(resolve, 1250))
  await userEvent.keyboard('f')
  expect(path()).toBe('/catalog')
})

test('? shows every shortcut; shortcuts do not work under a dialog, and Escape restores the focus', async () => {
  await show()
  const link = page.getByRole('link', { name: 'On', exact: true })
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(dialog).toBeVisible()
  const keys = [...dialog.element().querySelectorAll('dd')].map((entry) => entry.textContent)
  for (const letter of 'CFOSIAE') expect(keys).toContain(`G${letter}`)
  await userEvent.keyboard('go')
  expect(path()).toBe('/catalog')
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await expect.element(link).toHaveFocus()
})

test('chosen keys replace the default keys of a command', async () => {
  shell.settings = { ...shell.settings, shortcuts: { '/outbox': 'Alt+O' } }
  await show()
  await userEvent.keyboard('go')
  expect(path()).toBe('/catalog')
  await userEvent.keyboard('{Alt>}o{/Alt}')
  await expect.poll(path).toBe('/outbox')
})
