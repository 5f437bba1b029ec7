import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorState } from './states.tsx'
import '../theme.css'

test('an error has a title and a reason, is announced at once, and has a button to try again', async () => {
  let tried = 0
  await render(
    <ErrorState title="The list cannot be shown" error={new TypeError('fetch')} onRetry={() => tried++} />,
  )
  const alert = page.getByRole('alert')
  // The browser's message for a failed call is not meant for people.
  expect(alert.element().textContent).toMatch(/^The list cannot be shown.*does not answer/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tried).toBe(1)
})
