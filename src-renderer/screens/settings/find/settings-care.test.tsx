import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SettingsPreview, SettingsSource } from '../../../../src-shared/workspace/settings-file.ts'
import { connectedWorkspace } from '../../../testing/connected-workspace.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const theme = { scope: 'computer', name: 'theme', section: 'appearance', label: 'Theme' } as const
let preview: SettingsPreview
const applied: SettingsSource[] = []

installBackend({
  workspace: {
    state: () => connectedWorkspace({ role: 'new' }),
    settingsText: () => ({ text: '{}' }),
    previewSettings: () => preview,
    applySettings: (source: SettingsSource) => {
      applied.push(source)
      return { ...preview, undo: 'the file before' }
    },
  },
  media: { troubles: () => [] },
  upkeep: { state: () => ({}) },
  computer: { versions: () => [], settings: () => ({ theme: 'system', startScreen: 'catalog' }) },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { SettingsScreen } = await import('../settings-screen.tsx')
const { Toaster } = await import('../../../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../../../ui/overlays/tooltip.tsx')

beforeEach(async () => {
  queryClient.clear()
  applied.length = 0
  preview = { changes: [{ ...theme, before: 'Dark', after: 'Follow the system' }], refused: [] }
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SettingsScreen />
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('region', { name: 'About' })).toBeVisible()
})
const field = () => page.getByRole('searchbox', { name: 'Search the settings' })
const results = () =>
  page
    .getByRole('list', { name: 'Settings found' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

test('the slash key goes to the search, and Enter to the first setting, which is marked', async () => {
  await userEvent.keyboard('/')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('opens with{Enter}')
  const startScreen = page.getByRole('group', { name: 'Opens with' })
  expect(startScreen.element().contains(document.activeElement)).toBe(true)
  expect(startScreen.element()).toHaveAttribute('data-found')
})

test.each([
  ['a label', 'theme', 'ThemeAppearance'],
  ['a word of an explanation', 'log command line english', 'LanguageAppearance'],
  ['nothing', 'moon phase', undefined],
  ['a choice', 'follow the system dark', 'ThemeAppearance'],
  ['a near word', 'night', 'Appearance'],
  ['words in another order', 'index rebuild', 'Rebuild the index…Workspace'],
])('a setting is found by %s', async (_name, typed, first) => {
  await field().fill(typed)
  if (first === undefined) await expect.element(page.getByText(/No setting has these words/)).toBeVisible()
  else await expect.poll(() => results()[0]).toBe(first)
})

test('a setting in a folded part is opened', async () => {
  await field().fill('local api running')
  await page
    .getByRole('list', { name: 'Settings found' })
    .getByRole('button', { name: 'Local API running Advanced' })
    .click()
  await expect.element(page.getByRole('switch', { name: 'Local API running' })).toHaveFocus()
})

test('a reset shows what it changes, and can be undone', async () => {
  await page.getByRole('button', { name: 'Reset the section “Appearance”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset “Appearance”?' })
  await expect.element(dialog.getByText('From Dark to Follow the system')).toBeVisible()
  expect(applied).toEqual([])
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.element(page.getByText('“Appearance” was reset')).toBeVisible()
  expect(applied).toEqual([{ section: 'appearance' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => applied).toEqual([{ section: 'appearance' }, { text: 'the file before' }])
})

test('a section at its defaults says so, and offers no reset', async () => {
  preview = { changes: [], refused: [] }
  await page.getByRole('button', { name: 'Reset the section “Appearance”…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('There is nothing to change.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Reset' }).elements()).toEqual([])
})

test('an import shows changes and what is not used, and changes nothing before the person agrees', async () => {
  preview = {
    ...preview,
    refused: ['settings.computer.volume is not used: this version has no such setting.'],
  }
  const text = '{"format":"catalog-desk-settings"}'
  await userEvent.upload(page.getByLabelText('Import settings…'), new File([text], 'settings.json'))
  const dialog = page.getByRole('dialog', { name: 'Import these settings?' })
  await expect.element(dialog.getByText(/volume is not used/)).toBeVisible()
  await expect.element(dialog.getByText('From Dark to Follow the system')).toBeVisible()
  expect(applied).toEqual([])
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect.poll(() => applied).toEqual([{ text }])
})

test('a file that is too large is refused in words', async () => {
  await userEvent.upload(
    page.getByLabelText('Import settings…'),
    new File(['x'.repeat(300_000)], 'film.json'),
  )
  await expect.element(page.getByText(/“film\.json” is larger than 256 KiB/)).toBeVisible()
})
