import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  type FeedListQuestion,
  noVerdicts,
  type OutboxBatch,
  type OutboxFeed,
} from '../../../../src-shared/feeds/outbox/model.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const feed = (number: number, changes: Partial<OutboxFeed> = {}): OutboxFeed => ({
  id: `f${number}`,
  kind: 'create',
  name: `Spring range (${number} of 120)`,
  batch: 'b1',
  state: 'queued',
  itemCount: 1000,
  bytes: 4_100_000,
  attempts: 0,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  ...changes,
})
const fullBatch: OutboxBatch = {
  id: 'b1',
  kind: 'create',
  name: 'Spring range',
  state: 'failed',
  counts: { failed: 1, 'partly-done': 1, done: 1, queued: 117 },
  feeds: 120,
  sent: 2,
  held: 0,
  itemCount: 120_000,
  bytes: 480_000_000,
  counters: { received: 2000, succeeded: 1997, failed: 3, processing: 0 },
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
}
let batch = fullBatch
const actions: unknown[] = []
const listQueries: FeedListQuestion[] = []
const recording = (name: string) => (input: object) => {
  actions.push({ [name]: input })
  return batch
}
installBackend({
  outbox: {
    batch: () => batch,
    items: () => ({ total: 0, offset: 0, counts: noVerdicts, items: [] }),
    list: (question: FeedListQuestion) => {
      listQueries.push(question)
      const first = [
        feed(3, {
          state: 'failed',
          refusedWith: 413,
          note: 'The feed is too large for the service.',
        }),
        feed(2, {
          state: 'partly-done',
          counters: { received: 1000, succeeded: 997, failed: 3, processing: 0 },
        }),
        feed(1, { state: 'done', counters: { received: 1000, succeeded: 1000, failed: 0, processing: 0 } }),
        feed(4, { hold: { until: '2099-01-01T08:00:00Z' } }),
        feed(5, {
          state: 'partly-done',
          itemCount: 7,
          counters: { received: 7, succeeded: 0, failed: 7, processing: 0 },
        }),
      ]
      return { total: 120, offset: question.offset, feeds: question.offset === 0 ? first : [feed(60)] }
    },
    toBatch: recording('toBatch'),
    withdrawBatch: (input: object) => ({ ...recording('withdrawBatch')(input), id: 'd1' }),
    draftRefused: (input: object) => ({ ...recording('draftRefused')(input), id: 'd2' }),
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { BatchScreen } = await import('./batch-screen.tsx')

beforeEach(async () => {
  await page.viewport(1280, 800)
  queryClient.clear()
  batch = fullBatch
  actions.length = 0
  listQueries.length = 0
  window.history.replaceState(null, '', '/outbox/batch/b1')
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <BatchScreen batchId="b1" />
    </QueryClientProvider>,
  )

test('a batch with refused items names all of its items, also those not sent yet', async () => {
  batch = { ...fullBatch, state: 'partly-done' }
  await show()
  await expect.element(page.getByText('3 of 120,000 refused')).toBeVisible()
})

test('shows the progress of the batch and its feeds, in pages', async () => {
  await show()
  await expect.element(page.getByText('2 of 120 feeds sent, 1 failed')).toBeVisible()
  await expect.element(page.getByText('1,997 accepted, 3 refused, 118,000 to come')).toBeVisible()
  await expect.element(page.getByText('3 of 1,000 refused')).toBeVisible()
  await expect.element(page.getByText('All 7 refused')).toBeVisible()
  await expect.element(page.getByText(/^Held until 1 Jan 2099/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('link', { name: 'Spring range (60 of 120)' })).toBeVisible()
  expect(listQueries.at(-1)).toEqual({ batch: 'b1', offset: 50, limit: 50 })
})

test('holds the batch until a future time or until it is released', async () => {
  await show()
  await page.getByRole('button', { name: 'Hold…' }).click()
  await page.getByLabelText('Not before').fill('2001-01-01T08:00')
  await page.getByRole('button', { name: 'Hold until then' }).click()
  await expect.element(page.getByText(/^Choose a time within the next 90 days/)).toBeVisible()
  const soon = new Date(Date.now() + 3_600_000)
  soon.setSeconds(0, 0)
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await page.getByLabelText('Not before').fill(local)
  await page.getByRole('button', { name: 'Hold until then' }).click()
  await expect
    .poll(() => actions)
    .toEqual([{ toBatch: { id: 'b1', action: 'hold', until: soon.toISOString() } }])

  batch = { ...fullBatch, held: 117 }
  await queryClient.invalidateQueries()
  await page.getByRole('button', { name: 'Release' }).click()
  await expect.poll(() => actions.at(-1)).toEqual({ toBatch: { id: 'b1', action: 'let-go' } })
  await page.getByRole('button', { name: 'Send first' }).click()
  await expect.poll(() => actions.at(-1)).toEqual({ toBatch: { id: 'b1', action: 'hurry' } })
})

test('retries the failed feeds and withdraws the rest, each after a confirmation', async () => {
  await show()
  await page.getByRole('button', { name: 'Send the failed feed again' }).click()
  expect(actions).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => actions).toEqual([{ toBatch: { id: 'b1', action: 'retry' } }])
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect
    .element(page.getByText(/^118 feeds of this batch leave the outbox and become one draft/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Take back as a draft' }).click()
  await expect.poll(() => window.location.pathname).toBe('/feeds/d1')
})

test('opens one draft of the rejected items of all feeds, and leaves the batch under review', async () => {
  await show()
  await page.getByRole('button', { name: 'Fix the 3 refused items' }).click()
  await expect.poll(() => window.location.pathname).toBe('/feeds/d2')
  expect(actions).toEqual([{ draftRefused: { id: 'b1' } }])
})

test('offers no unavailable actions while the batch is processed', async () => {
  batch = { ...fullBatch, state: 'processing', counts: { processing: 120 }, sent: 120, counters: undefined }
  await show()
  await expect.element(page.getByText('120 of 120 feeds sent')).toBeVisible()
  for (const name of ['Hold…', 'Send first', 'Take back', 'Settle'])
    expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([])
})
