import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/shown-shell.tsx'

test('opening a screen focuses its heading; the first tab stop skips the rail', async () => {
  await show()
  await page.getByRole('link', { name: /^Feeds/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toHaveFocus()
  const [first] = page.getByRole('link').elements()
  expect(first?.textContent).toBe('Skip to the screen')
})
