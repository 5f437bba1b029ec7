import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../testing/test-backend.ts'
import '../ui/theme.css'

const calls: unknown[] = []
installBackend({
  people: {
    me: () => ({ person: { name: 'Ana', role: 'sender' }, isEmpty: false }),
    changePassword(input: unknown) {
      calls.push(input)
      throw new Error('The current password is wrong.')
    },
  },
})
const { queryClient } = await import('../rpc/client.ts')
const { PersonMenu } = await import('./person-menu.tsx')

test('shows who is signed in, and changes the own password', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <PersonMenu />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: /Signed in: Ana/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Change password…' }).click()
  const change = page.getByRole('button', { name: 'Change password' })
  await page.getByLabelText(/^Current password/).fill('of before')
  await page.getByLabelText(/^New password/).fill('short')
  await change.click()
  await expect.element(page.getByText('This password is too short.')).toBeVisible()
  await page.getByLabelText(/^New password/).fill('a much longer one')
  await page.getByLabelText(/^Repeat the new/).fill('a much longer two')
  await change.click()
  await expect.element(page.getByText('The two passwords differ.')).toBeVisible()
  expect(calls).toEqual([])
  await page.getByLabelText(/^Repeat the new/).fill('a much longer one')
  await change.click()
  await expect.poll(() => calls).toEqual([{ current: 'of before', next: 'a much longer one' }])
})
