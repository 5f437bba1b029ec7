import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PictureChoice, PictureRelease, PictureState } from '../../../src-shared/media/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const gigabyte = 1_000_000_000
let state: PictureState
let released: PictureRelease
const chosen: PictureChoice[] = []
const started: string[] = []

installBackend({
  media: {
    state: () => state,
    setChoice(choice: PictureChoice) {
      chosen.push(choice)
      state = { ...state, choice }
      return state
    },
    release: () => released,
    failures: () => [
      {
        address: 'https://media.example/17_A1C1.jpg',
        reason: 'The host has no such picture.',
        attempts: 3,
        failedAt: '2026-11-01T10:00:00Z',
        retryAt: '2026-11-01T16:00:00Z',
        item: { id: '17/4', name: 'Oat drink' },
        view: 'A1C1',
      },
    ],
    start({ work }: { work: 'verify' }) {
      started.push(work)
      state = { ...state, running: { work, done: 3, total: 10, bytes: 5000 } }
      return state
    },
    cancel() {
      const { running: _, ...rest } = state
      state = rest
      return state
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { PicturesPanel } = await import('./pictures-panel.tsx')

beforeEach(() => {
  queryClient.clear()
  chosen.length = 0
  started.length = 0
  released = { removed: 0, reduced: 0, bytes: 0 }
  state = {
    choice: { views: 'all', longestSide: null, quota: 20 * gigabyte },
    fetches: true,
    files: 1200,
    bytes: 8 * gigabyte,
    derivedBytes: gigabyte / 2,
    servedBytes: 0,
    servedLimit: gigabyte / 2,
    partialBytes: 0,
    pinnedItems: 2,
    pinnedBytes: gigabyte,
    failed: 0,
    leftOut: 0,
  }
})
const show = (workspace: Parameters<typeof PicturesPanel>[0]['workspace'] = { role: 'connected' }) =>
  render(
    <QueryClientProvider client={queryClient}>
      <PicturesPanel workspace={workspace} />
    </QueryClientProvider>,
  )

test('the used space is shown as text and as a bar', async () => {
  await show()
  await expect.element(page.getByText('8.5 GB of 20 GB', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1,200 pictures, 8.0 GB')).toBeVisible()
  await expect.element(page.getByText('8.5 GB on the disk')).toBeVisible()
  await expect.element(page.getByText('2 items, 1.0 GB')).toBeVisible()
  const meter = page.getByRole('meter', { name: 'Space used by pictures' })
  await expect.element(meter).toHaveAttribute('aria-valuenow', '43')
  await expect.element(meter).toHaveAttribute('aria-valuetext', '8.5 GB of 20 GB, 1.0 GB of it pinned')
})

test('a choice that removes no picture is stored at once', async () => {
  await show()
  await page.getByText('Front only').click()
  await expect.poll(() => chosen).toEqual([{ views: 'front', longestSide: null, quota: 20 * gigabyte }])
})

test('a choice that removes pictures shows the space it frees, and is stored only after consent', async () => {
  released = { removed: 800, reduced: 0, bytes: 1.2 * gigabyte }
  await show()
  await page.getByText('Front only').click()
  await expect.element(page.getByText(/frees about 1.2 GB: 800 pictures removed/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(chosen).toEqual([])
  await page.getByRole('combobox', { name: 'Space on this computer' }).click()
  await page.getByRole('option', { name: '5 GB', exact: true }).click()
  await expect.element(page.getByText(/frees about 3.5 GB/)).toBeVisible()
  expect(chosen).toHaveLength(0)
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect.poll(() => chosen.at(-1)?.quota).toBe(5 * gigabyte)
})

test('failed pictures are listed with reason and item, and can be fetched again', async () => {
  state = { ...state, failed: 1, failure: 'The host has no such picture.' }
  await show()
  await page.getByRole('button', { name: 'Show which' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('The host has no such picture.')).toBeVisible()
  await expect.element(dialog.getByText(/3 times, last/)).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'Oat drink' }))
    .toHaveAttribute('href', '/catalog/17%2F4')
  await dialog.getByRole('button', { name: 'Try all again now' }).click()
  await expect.poll(() => started).toEqual(['download'])
})

test('running work shows its progress, and can be stopped', async () => {
  await show()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect.element(page.getByText('3 of 10, 5.0 kB')).toBeVisible()
  expect(started).toEqual(['verify'])
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('button', { name: 'Verify now' })).toBeVisible()
})

test('a verification that found a missing picture is shown as completed; a stopped one as ended early', async () => {
  const last = { work: 'verify' as const, ok: false, endedAt: '2026-11-01T10:00:00Z' }
  state = { ...state, last: { ...last, summary: '4 verified, 1 damaged or gone, 1 missing now' } }
  const shown = await show()
  await expect.element(page.getByText(/1 missing now\.$/)).toBeVisible()
  await expect.element(page.getByText(/^Last verified/)).toBeVisible()
  await shown.unmount()
  queryClient.clear()
  state = { ...state, last: { ...last, endedEarly: true, summary: 'Stopped before its end.' } }
  await show()
  await expect.element(page.getByText('Verifying pictures ended early')).toBeVisible()
})

test('a sandbox has no choices, and nothing to fetch', async () => {
  state = { ...state, fetches: false }
  await show({ role: 'sandbox' })
  await expect.element(page.getByText(/none is ever removed/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Get missing pictures' }).elements()).toEqual([])
  expect(page.getByRole('meter').elements()).toEqual([])
})

test('without the password of the connection, the panel shows where to enter it', async () => {
  state = { ...state, fetches: false }
  await show({ role: 'connected', passwordMissing: true })
  await expect.element(page.getByText(/does not have the password of the service/)).toBeVisible()
  expect(page.getByText(/none is ever removed/).elements()).toEqual([])
})
