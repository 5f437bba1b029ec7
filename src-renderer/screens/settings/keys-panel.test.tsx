import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ComputerSettings } from '../../../src-shared/workspace/settings.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let settings: Partial<ComputerSettings>
installBackend({
  computer: {
    settings: () => settings,
    setSettings(given: Partial<ComputerSettings>) {
      settings = { ...settings, ...given }
      return settings
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { useCommands } = await import('../../shell/commands/command-registry.ts')
const { KeysPanel } = await import('./keys-panel.tsx')

function CommandProvider() {
  useCommands('Do', [
    { id: 'sync', label: 'Sync now', run() {} },
    { id: 'feeds', label: 'Feeds', keys: 'G F', run() {} },
  ])
  return null
}

beforeEach(async () => {
  queryClient.clear()
  settings = { shortcuts: {} }
  await render(
    <QueryClientProvider client={queryClient}>
      <CommandProvider />
      <KeysPanel />
    </QueryClientProvider>,
  )
})
const row = (label: string) => page.getByRole('listitem').filter({ hasText: label })

test('keys are chosen by pressing them; a conflict names the other command; reset restores the default', async () => {
  await page.getByRole('button', { name: 'Change the keys of Sync now' }).click()
  await userEvent.keyboard('gf')
  await expect.poll(() => settings.shortcuts).toEqual({ sync: 'G F' })
  await expect.element(page.getByText('The same keys are those of “Feeds”.')).toBeVisible()
  await expect.element(page.getByText('The same keys are those of “Sync now”.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset the keys of Sync now' }).click()
  await expect.poll(() => settings.shortcuts).toEqual({})
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(0)
})

test('a single stroke ends with Enter, or at once with Ctrl; Escape keeps the keys unchanged', async () => {
  const change = page.getByRole('button', { name: 'Change the keys of Sync now' })
  await change.click()
  await userEvent.keyboard('x{Escape}')
  expect(settings.shortcuts).toEqual({})
  await change.click()
  await userEvent.keyboard('x{Enter}')
  await expect.poll(() => settings.shortcuts).toEqual({ sync: 'X' })
  await change.click()
  await userEvent.keyboard('{Control>}j{/Control}')
  await expect.poll(() => settings.shortcuts).toEqual({ sync: 'Mod+J' })
})

test('removed keys stay removed', async () => {
  await page.getByRole('button', { name: 'Remove the keys of Feeds' }).click()
  await expect.poll(() => settings.shortcuts).toEqual({ feeds: '' })
  await expect.element(row('Feeds').getByText('none')).toBeVisible()
})
