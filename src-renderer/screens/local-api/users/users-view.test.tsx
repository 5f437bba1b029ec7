import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backend, button, open, row } from '../testing/local-api-backend.tsx'

test('the password of a new user is shown once', async () => {
  await open('/local-api/users')
  await button('New user').click()
  await button('Create user').click()
  await expect.element(page.getByText(/Use 1 to 64 letters/)).toBeVisible()
  const name = page.getByRole('textbox', { name: /User name/ })
  await name.fill('labels')
  await button('Create user').click()
  await expect.element(page.getByText('There is a user labels already.')).toBeVisible()
  await name.fill('scales')
  await button('Create user').click()
  await expect.element(page.getByText('only-once')).toBeVisible()
  await button('Done').click()
  await expect.element(row(/scales/)).toBeVisible()
  await expect
    .element(row(/scales/).getByRole('link', { name: /requests of scales/ }))
    .toHaveAttribute('href', '/local-api/requests?user=scales')
  expect(page.getByText('only-once').elements()).toHaveLength(0)
})

test('a user can get a limit and a new password, and be deleted; the default user cannot be deleted', async () => {
  await open('/local-api/users')
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'Daily limit…' }).click()
  await page.getByRole('textbox', { name: 'Daily item limit' }).fill('4x')
  await button('Set limit').click()
  await expect.element(page.getByText('Enter a whole number, or leave this empty.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Daily item limit' }).fill('4.000')
  await button('Set limit').click()
  await expect.element(row(/labels/)).toMatchTextContent(/40 of 4,000/)
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'New password…' }).click()
  await button('Generate new password').click()
  await expect.element(page.getByText('fresh-word')).toBeVisible()
  await button('Done').click()
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await button('Delete user').click()
  await expect.poll(() => backend.users.map(({ username }) => username)).toEqual(['desk'])
  await button('Actions for desk').click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete…' }))
    .toHaveAttribute('aria-disabled', 'true')
})
