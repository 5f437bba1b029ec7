import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorState } from './states.tsx'
import '../theme.css'

test('an error has a title and a reason, is announced at once, and has a retry button', async () => {
  let retries = 0
  await render(
    <ErrorState title="The list cannot be shown" error={new TypeError('fetch')} onRetry={() => retries++} />,
  )
  const alert = page.getByRole('alert')
  // The browser's message for a failed call is not written for people.
  expect(alert.element().textContent).toMatch(/^The list cannot be shown.*does not answer/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => retries).toBe(1)
})
