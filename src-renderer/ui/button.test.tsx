import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, IconButton } from './button.tsx'
import { TooltipProvider } from './tooltip.tsx'
import './theme.css'

test('a busy button cannot be pressed twice; an icon button has a name', async () => {
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
