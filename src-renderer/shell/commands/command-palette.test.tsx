import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noDialog, path, shell, show } from '../../testing/shown-shell.tsx'

const { useCommands } = await import('./command-registry.ts')

/**
 * Offers a group of commands with the same label as the palette's own group of search results, as the
 * catalog screen does.
 */
function OffersSteps() {
  useCommands('Items', [{ id: 'next-oat', label: 'Next oat', run() {} }])
  useCommands('This item', [{ id: 'draft-oat', label: 'Oat draft', run() {} }], 1)
  return null
}

const open = async (around?: ReactNode) => {
  await show(around)
  await page.getByRole('textbox', { name: 'Note' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or go to' })).toHaveFocus()
}

test('opens from a field, finds a screen by a word and opens it with Enter', async () => {
  await open()
  await userEvent.keyboard('outb')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await noDialog()
  expect(path()).toBe('/outbox')
})

test('lists items after the commands, and opens them by their identifier', async () => {
  await open()
  await userEvent.keyboard('oat')
  const option = page.getByRole('option', { name: /Oat drink/ })
  await expect.element(option).toBeVisible()
  expect(option.element().textContent).toContain('Oatlark · 95')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/catalog/17%2F4')
})

test('Enter opens the match for the typed text, not the outdated list', async () => {
  await open()
  await userEvent.keyboard('4012345')
  await expect.element(page.getByRole('option', { name: /No name/ })).toHaveAttribute('data-highlighted')
  shell.searchTakes = 300
  const { length } = history
  await userEvent.keyboard('7{Enter}{Enter}')
  await expect.poll(path).toBe('/catalog/19')
  await noDialog()
  expect(history.length).toBe(length + 1)
})

test('a code without a match opens nothing', async () => {
  await open()
  await userEvent.keyboard('4012345')
  await expect.element(page.getByRole('option', { name: /Rye bread/ })).toBeVisible()
  shell.searchTakes = 300
  await userEvent.keyboard('8{Enter}')
  await expect.element(page.getByText('Nothing matches “40123458”.')).toBeVisible()
  expect(path()).toBe('/catalog')
})

test('commands in a group with the same label as the items disappear when they no longer match', async () => {
  await open(<OffersSteps />)
  await userEvent.keyboard('o')
  const found = page.getByRole('option', { name: /Oat drink/ })
  const step = page.getByRole('option', { name: 'Next oat' })
  await expect.element(found).toBeVisible()
  await expect.element(step).toBeVisible()
  await userEvent.keyboard('at d')
  await expect.poll(() => step.query()).toBeNull()
  await expect.element(found).toBeVisible()
  const draft = page.getByRole('option', { name: 'Oat draft' })
  await expect.element(draft).toHaveAttribute('data-highlighted')
})

test('shows that nothing matches; Escape closes the palette and restores the focus', async () => {
  await open()
  await userEvent.keyboard('zzzz')
  await expect.element(page.getByText('Nothing matches “zzzz”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus()
})

test('the commands run: create a draft, work offline, change the theme, show the shortcuts', async () => {
  await open()
  const run = async (words: string) => {
    await userEvent.keyboard(words)
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await noDialog()
  }
  await run('content+')
  await expect.poll(path).toBe('/feeds/d1')
  for (const words of ['work offline', 'appearance: dark']) {
    await userEvent.keyboard('{Control>}k{/Control}')
    await run(words)
  }
  await expect.poll(() => shell.actions).toEqual(['draft contentplus', 'paused true', 'dark'])
  expect(document.documentElement.dataset['theme']).toBe('dark')
  delete document.documentElement.dataset['theme']
  await userEvent.keyboard('{Control>}k{/Control}keyboard')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a letter typed directly after Ctrl+K is entered in the palette', async () => {
  await show()
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }),
  )
  // The next key press can arrive in the browser's next task at the earliest.
  await new Promise<void>((next) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => next()
    port2.postMessage(null)
  })
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})

test('synonyms find a command', async () => {
  await open()
  for (const [typed, found] of [
    ['theme', 'Appearance: dark'],
    ['update', 'New feed: update items'],
    ['refresh', 'New feed: refresh items'],
    ['export', 'Export all items…'],
    ['backup', 'Make a backup now'],
    ['restore', 'Restore a backup…'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search or go to' }).fill(typed)
    await expect.element(page.getByRole('option', { name: found })).toBeVisible()
  }
})

test('after a command the focus is where it was, or on the heading of the screen', async () => {
  await open()
  await userEvent.keyboard('dark{Enter}')
  await noDialog()
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  ;(document.activeElement as HTMLElement).remove()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or go to' })).toHaveFocus()
  await userEvent.keyboard('light{Enter}')
  await noDialog()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
})
