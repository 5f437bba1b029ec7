import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, IconButton } from './button.tsx'
import { TooltipProvider } from './overlays/tooltip.tsx'
import './theme.css'

test('a busy button cannot be pressed; an icon button has a name', async () => {
  let pressed = 0
  await render(
    <TooltipProvider>
      <Button busy onClick={() => pressed++}>
        Save
      </Button>
      <IconButton label="Close" icon={<span />} onClick={() => pressed++} />
    </TooltipProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(pressed).toBe(1)
})

test('a button disabled with a reason shows it on hover and on keyboard focus', async () => {
  let pressed = 0
  await render(
    <TooltipProvider>
      <Button disabledReason="Only drafts without errors can be queued." onClick={() => pressed++}>
        Queue
      </Button>
    </TooltipProvider>,
  )
  const queue = page.getByRole('button', { name: 'Queue' })
  await expect.element(queue).toHaveAccessibleDescription('Only drafts without errors can be queued.')
  await userEvent.keyboard('{Tab}')
  await expect.element(queue).toHaveFocus()
  await expect.element(page.getByText('Only drafts without errors can be queued.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await queue.click({ force: true })
  expect(pressed).toBe(0)
})

test('a button keeps the focus when its reason comes and goes', async () => {
  let pressed = 0
  const Queue = ({ reason }: { reason: string | undefined }) => (
    <TooltipProvider>
      <Button disabledReason={reason} onClick={() => pressed++}>
        Queue
      </Button>
    </TooltipProvider>
  )
  const { rerender } = await render(<Queue reason={undefined} />)
  const queue = page.getByRole('button', { name: 'Queue' })
  await userEvent.keyboard('{Tab}')
  await expect.element(queue).toHaveFocus()
  await rerender(<Queue reason="It is being checked." />)
  await expect.element(queue).toHaveAccessibleDescription('It is being checked.')
  await expect.element(queue).toHaveFocus()
  await rerender(<Queue reason={undefined} />)
  await expect.element(queue).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(pressed).toBe(1)
})
