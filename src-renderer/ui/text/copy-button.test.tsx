import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster } from '../overlays/toast.tsx'
import { TooltipProvider } from '../overlays/tooltip.tsx'
import { CopyButton } from './copy-button.tsx'
import '../theme.css'

test('copying shows a confirmation, or an error if the clipboard refuses', async () => {
  const texts: string[] = []
  let isRefusing = false
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      async writeText(text: string) {
        if (isRefusing) throw new Error('Not now.')
        texts.push(text)
      },
    },
  })
  await render(
    <TooltipProvider>
      <CopyButton text="9520000000011" label="Copy the GTIN" />
      <Toaster theme="light" />
    </TooltipProvider>,
  )
  await page.getByRole('button', { name: 'Copy the GTIN' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(texts).toEqual(['9520000000011'])
  await expect.element(page.getByRole('button', { name: 'Copy the GTIN' })).toBeVisible()
  isRefusing = true
  await page.getByRole('button', { name: 'Copy the GTIN' }).click()
  await expect.element(page.getByText('The text could not be copied')).toBeVisible()
  await expect.element(page.getByText('Not now.')).toBeVisible()
  Reflect.deleteProperty(navigator, 'clipboard')
})
