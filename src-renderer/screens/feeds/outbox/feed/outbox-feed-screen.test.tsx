import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OutboxFeedDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import type { FeedShown } from '../../../../../src-shared/feeds/outbox/shown.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import '../../../../ui/theme.css'

let attempts = 0
const xml = '<items><item type="grocery"/></items>'
const none = { waiting: 0, 'left-out': 0, otherwise: 0, later: 0 }
const counts = {
  ...{ fields: 40, shown: 38, notShown: { ...none, waiting: 1, otherwise: 1 } },
  ...{ unseen: 2, sentAgain: 0, unread: 0 },
}
const compared: FeedShown = {
  ...{
    state: 'compared',
    isCopy: true,
    comparedAt: '2026-11-01T10:00:00Z',
    copiedAt: '2026-11-01T09:00:00Z',
  },
  counts,
  notShown: [
    {
      ...{ position: 0, itemId: 'i1', name: 'Tea', labels: ['Name'], state: 'otherwise' },
      ...{ sent: 'Green tea', found: 'Black tea' },
    },
    {
      ...{ position: 0, itemId: 'i1', name: 'Tea', labels: ['Ingredients'], state: 'waiting' },
      ...{ sent: 'Leaves', found: '' },
    },
  ],
}
let shown: FeedShown = compared
let paused = false
installBackend({
  outbox: {
    overview: () => ({ entries: {}, counts: {}, paused, needsCredentials: false }),
    setPaused(wanted: { paused: boolean }) {
      paused = wanted.paused
      return { entries: {}, counts: {}, paused, needsCredentials: false }
    },
    feed: () =>
      ({
        ...{ id: 'f1', kind: 'create', name: 'Tea', state: 'queued', itemCount: 1, bytes: 37, attempts, xml },
        ...{ createdAt: '2026-11-01T10:00:00Z', updatedAt: '2026-11-01T10:00:00Z' },
        ...{ sha256: 'ab', idempotencyKey: 'k1', events: [], results: [], problems: [], waitsFor: [] },
      }) as Partial<OutboxFeedDetail>,
    shown: () => shown,
    compareShown: () => {
      shown = { ...shown, counts: { ...counts, shown: 40, notShown: none }, notShown: [] }
      return shown
    },
  },
})
const { queryClient } = await import('../../../../rpc/client.ts')
const { OutboxFeedScreen } = await import('./outbox-feed-screen.tsx')

test.each([
  ['XML to send', 0],
  ['XML as sent', 1],
])('shows the XML in the tab %s after %i attempts', async (label, count) => {
  attempts = count
  queryClient.clear()
  await page.viewport(1280, 800)
  await render(
    <QueryClientProvider client={queryClient}>
      <OutboxFeedScreen feedId="f1" />
    </QueryClientProvider>,
  )
  await page.getByRole('tab', { name: label }).click()
  await expect.element(page.getByText(/type=/)).toBeVisible()
})

const show = () => {
  queryClient.clear()
  return render(
    <QueryClientProvider client={queryClient}>
      <OutboxFeedScreen feedId="f1" />
    </QueryClientProvider>,
  )
}
const region = () => page.getByRole('region', { name: 'Shown in the catalog' })

test('a queued feed says that it waits for the person who works offline', async () => {
  paused = true
  await show()
  await expect.element(page.getByText('Waits on this computer, because you work offline.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Go online and send' }).click()
  await expect.poll(() => paused).toBe(false)
})

test('lists the fields that the catalog does not show as sent, and compares again', async () => {
  shown = compared
  await show()
  await expect
    .element(
      region().getByText('38 of 40 fields; 1 not shown yet; 1 with another value; 2 cannot be compared'),
    )
    .toBeVisible()
  const table = region().getByRole('table', { name: 'Fields that are not shown as sent' })
  await expect
    .element(table.getByRole('row', { name: 'Tea Name Green tea Black tea Other value' }))
    .toBeVisible()
  await expect
    .element(table.getByRole('row', { name: 'Tea Ingredients Leaves Nothing Not yet' }))
    .toBeVisible()
  await expect.element(region().getByText(/2 sent fields cannot be compared/)).toBeVisible()
  await region().getByRole('button', { name: 'Compare again' }).click()
  await expect.element(region().getByText('40 of 40 fields; 2 cannot be compared')).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
})

test('says that a feed is not compared yet, and not of one that the service has not finished', async () => {
  shown = { state: 'uncompared', isCopy: true, notShown: [] }
  await show()
  await expect.element(region().getByText(/^Not compared yet: no sync has ended/)).toBeVisible()
  await expect.element(region().getByRole('link', { name: 'Go to Sync' })).toBeVisible()
  shown = { state: 'unprocessed', isCopy: true, notShown: [] }
  await show()
  await expect.element(page.getByRole('heading', { name: 'Tea' }).first()).toBeVisible()
  await expect.element(region()).not.toBeInTheDocument()
})
