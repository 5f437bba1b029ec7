import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { UpdateState } from '../../../../src-shared/update-state.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

let settings = { checksForUpdates: true }
let update: UpdateState | undefined
const actions: string[] = []
let tell = (): void => {}
window.catalogDesk = {
  updateState: async () => update,
  actOnUpdate: async (action: string) => void actions.push(action),
  onUpdate: (listener: () => void) => {
    tell = listener
    return () => {}
  },
} as NonNullable<typeof window.catalogDesk>
installBackend({
  computer: {
    settings: () => settings,
    setSettings(change: typeof settings) {
      settings = { ...settings, ...change }
      return settings
    },
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { UpdatesPanel } = await import('./updates-panel.tsx')

const idle: UpdateState = { version: '1.0.0', step: 'idle', waitsFor: [], installsOnQuit: false }
const offer = {
  version: '1.1.0',
  notes: '# News\n\n- Quicker [lists](https://a.example) <b>here</b>',
  size: 2_000_000,
}
const button = (name: string) => page.getByRole('button', { name })
async function show(shown: UpdateState | undefined): Promise<void> {
  update = shown
  await render(
    <QueryClientProvider client={queryClient}>
      <UpdatesPanel />
    </QueryClientProvider>,
  )
}
async function change(shown: Partial<UpdateState>): Promise<void> {
  update = { ...idle, ...shown }
  tell()
}
beforeEach(() => {
  queryClient.clear()
  actions.length = 0
})

test('is not shown in a build that is not updated', async () => {
  await show(undefined)
  expect(page.getByText('Updates').elements()).toEqual([])
})

test('checks, downloads, cancels and installs as the person chooses', async () => {
  await show(idle)
  await button('Check for updates').click()
  await change({ step: 'offered', offer })
  await expect.element(page.getByText(/Catalog Desk 1.1.0/)).toBeVisible()
  await expect.element(page.getByText('2.0 MB')).toBeVisible()
  await button('Download').click()
  await change({ step: 'downloading', offer, progress: { done: 500_000, total: 2_000_000 } })
  await expect
    .element(page.getByRole('progressbar', { name: 'Download' }))
    .toHaveAttribute('aria-valuenow', '25')
  await button('Cancel').click()
  await change({ step: 'downloaded', offer })
  await button('Install when I quit').click()
  await button('Restart and install').click()
  await change({ step: 'waiting', offer, waitsFor: ['sending'] })
  await expect.element(page.getByText('Waits until a feed is sent.')).toBeVisible()
  await button('Do not install').click()
  expect(actions).toEqual(['check', 'download', 'cancel', 'install-on-quit', 'install', 'not-now'])
})

test('shows release notes without their links, pictures and HTML', async () => {
  const notes = `${offer.notes}\n\n![A picture](https://a.example/a.png)\n\n<img src="https://a.example/b.png">`
  await show({ ...idle, step: 'offered', offer: { ...offer, notes } })
  const region = page.getByRole('region', { name: 'Release notes' })
  await expect.element(region).toBeVisible()
  await expect.poll(() => region.element().textContent).toMatch(/News.*Quicker lists here/)
  expect(region.element().querySelectorAll('a, img, b').length).toBe(0)
})

test('shows notes that are nested too deeply as they are', async () => {
  const notes = '>'.repeat(20_000)
  await show({ ...idle, step: 'offered', offer: { ...offer, notes } })
  await expect.element(page.getByRole('region', { name: 'Release notes' })).toBeVisible()
  await expect.element(button('Download')).toBeVisible()
})

test.each([
  ['newest', '1.0.0', /^Version 1.0.0 is the newest/],
  ['older', '0.9.0', /version 0.9.0, which is older than this one, 1.0.0. Nothing was changed/],
  ['later', '1.1.0', /^Version 1.1.0 exists, but is not offered/],
] as const)('says what the answer "%s" means', async (kind, version, words) => {
  await show({ ...idle, checkedAt: new Date().toISOString(), answer: { kind, version } })
  await expect.element(page.getByText(words)).toBeVisible()
})

test('says why an update was refused, with the detail', async () => {
  await show({ ...idle, failure: { code: 'unsigned', detail: '/latest-linux.yml' } })
  await expect.element(page.getByText(/is not signed with the key of this app/)).toBeVisible()
  await expect.element(page.getByText('/latest-linux.yml')).toBeVisible()
})

test('tells which version was put back, and where the log is', async () => {
  await show({
    ...idle,
    returned: { from: '1.1.0', reason: 'It did not show its window.', log: '/home/logs' },
  })
  await expect
    .element(page.getByText(/Version 1.1.0 did not work here, so version 1.0.0 was put back/))
    .toBeVisible()
  await expect.element(page.getByText(/The log is in \/home\/logs/)).toBeVisible()
})

test('checks by itself unless the person switches it off', async () => {
  await show(idle)
  const automatic = page.getByRole('switch', { name: 'Check for updates at the start and every day' })
  await expect.element(automatic).toBeChecked()
  await automatic.click()
  await expect.element(automatic).not.toBeChecked()
  expect(settings).toEqual({ checksForUpdates: false })
})
