import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let settings = { keepsRunning: false }
let failure: Error | undefined
window.catalogDesk = {} as NonNullable<typeof window.catalogDesk>
installBackend({
  computer: {
    settings: () => settings,
    setSettings(change: typeof settings) {
      if (failure) throw failure
      settings = { ...settings, ...change }
      return settings
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { WindowPanel } = await import('./window-panel.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

const keepRunning = page.getByRole('switch', { name: 'Keep running when the last window is closed' })
beforeEach(async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <WindowPanel />
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
})

test('the app keeps running only if the person chose it', async () => {
  await expect.element(keepRunning).not.toBeChecked()
  await keepRunning.click()
  await expect.element(keepRunning).toBeChecked()
  expect(settings).toEqual({ keepsRunning: true })
})

test('a choice that cannot be saved is reported', async () => {
  failure = new Error('The disk is full.')
  await keepRunning.click()
  await expect.element(page.getByText('The setting was not saved')).toBeVisible()
})
