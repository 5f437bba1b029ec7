import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PictureChoice, PictureState } from '../../../src-shared/rpc/media-contract.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const gigabyte = 1_000_000_000
let state: PictureState
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
  state = {
    choice: { views: 'all', longestSide: null, quota: 20 * gigabyte },
    fetches: true,
    files: 1200,
    bytes: 8 * gigabyte,
    pinnedItems: 2,
    pinnedBytes: gigabyte,
    failed: 0,
    leftOut: 0,
  }
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <PicturesPanel />
    </QueryClientProvider>,
  )

test('the room that is taken is said, and drawn', async () => {
  await show()
  await expect.element(page.getByText('1,200 pictures, 8.0 GB of 20 GB')).toBeVisible()
  await expect.element(page.getByText('2 items, 1.0 GB')).toBeVisible()
  const meter = page.getByRole('meter', { name: 'Room taken by pictures' })
  await expect.element(meter).toHaveAttribute('aria-valuenow', '40')
  await expect.element(meter).toHaveAttribute('aria-valuetext', '8.0 GB of 20 GB, 1.0 GB of it pinned')
})

test('a choice of views is kept at once; less room than is taken only after a question', async () => {
  await show()
  await page.getByText('Front only').click()
  await expect.poll(() => chosen).toEqual([{ views: 'front', longestSide: null, quota: 20 * gigabyte }])
  await page.getByRole('combobox', { name: 'Room on this computer' }).click()
  await page.getByRole('option', { name: '5 GB', exact: true }).click()
  await expect.element(page.getByText(/About 3.0 GB of pictures are removed/)).toBeVisible()
  expect(chosen).toHaveLength(1)
  await page.getByRole('button', { name: 'Remove and keep to it' }).click()
  await expect.poll(() => chosen.at(-1)?.quota).toBe(5 * gigabyte)
})

test('a work shows how far it is, and can be stopped', async () => {
  await show()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect.element(page.getByText('3 of 10, 5.0 kB')).toBeVisible()
  expect(started).toEqual(['verify'])
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('button', { name: 'Verify now' })).toBeVisible()
})

test('where the pictures are at home nothing is chosen, and nothing can be fetched', async () => {
  state = { ...state, fetches: false }
  await show()
  await expect.element(page.getByText(/none is ever removed/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Get missing pictures' }).elements()).toEqual([])
  expect(page.getByRole('meter').elements()).toEqual([])
})
