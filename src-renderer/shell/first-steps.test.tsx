import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { path, shell, show } from '../testing/shown-shell.tsx'

test('the first steps go on, lead to their screens, and do not come again once left', async () => {
  shell.settings = { ...shell.settings, hintsSeen: [] }
  await show()
  const steps = page.getByRole('complementary', { name: 'First steps' })
  await expect.element(steps.getByText('Look through the catalog.')).toBeVisible()
  await steps.getByRole('button', { name: 'Next step' }).click()
  await expect.poll(path).toBe('/feeds')
  await steps.getByRole('button', { name: 'Leave the first steps' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  expect(shell.settings.hintsSeen).toEqual(['first-steps'])
})
