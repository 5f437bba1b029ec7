import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const added: unknown[] = []
installBackend({ people: { add: (input: unknown) => void added.push(input) } })
const withBackend = window.fetch
const { queryClient } = await import('../../rpc/client.ts')
const { FirstPersonScreen } = await import('./first-person-screen.tsx')
afterEach(() => sessionStorage.clear())

test('adds the first administrator, and signs in', async () => {
  window.fetch = async (input, init) =>
    input === '/session' ? Response.json({ session: 's', pictureKey: 'p' }) : withBackend(input, init)
  await render(
    <QueryClientProvider client={queryClient}>
      <FirstPersonScreen account="ana" />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('textbox', { name: /Name/ })).toHaveValue('ana')
  const { violations } = await axe.run(document.querySelector('main') ?? document.body)
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('button', { name: 'Add and sign in' }).click()
  await expect.element(page.getByText('This password is too short.')).toBeVisible()
  await page.getByLabelText(/^New password/).fill('correct horse battery')
  await page.getByLabelText(/^Repeat the new/).fill('correct horse battery')
  await page.getByRole('button', { name: 'Add and sign in' }).click()
  await expect.poll(() => sessionStorage.getItem('catalog-desk-session')).toContain('"session":"s"')
  expect(added).toEqual([{ name: 'ana', role: 'administrator', password: 'correct horse battery' }])
})
