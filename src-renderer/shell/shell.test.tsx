import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { show } from '../testing/shown-shell.tsx'

function Broken(): never {
  throw new Error('No such field.')
}

test('a screen that fails to render does not affect the shell and the navigation', async () => {
  await show(
    <Route path="/sync">
      <Broken />
    </Route>,
  )
  await page.getByRole('link', { name: 'Sync', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByRole('heading', { name: 'This screen stopped working' })).toBeVisible()
  expect(alert.element().textContent).toContain('No such field.')
  await page.getByRole('link', { name: /^Feeds/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Screen' })).toBeVisible()
})
