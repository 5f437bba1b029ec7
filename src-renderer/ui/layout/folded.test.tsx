import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Folded } from './folded.tsx'

test('shows its summary, and its content after Enter on the title', async () => {
  const states: boolean[] = []
  await render(
    <Folded title="Advanced" summary="Size of feeds" onOpenChange={(isOpen) => states.push(isOpen)}>
      <p>Content</p>
    </Folded>,
  )
  await expect.element(page.getByText('Size of feeds')).toBeVisible()
  await expect.element(page.getByText('Content')).not.toBeVisible()
  ;(page.getByRole('heading', { name: 'Advanced' }).element().closest('summary') as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Content')).toBeVisible()
  await expect.poll(() => states).toEqual([true])
})
