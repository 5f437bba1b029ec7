import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'
import { type SyncPlan, type SyncRun, type SyncState, syncSettings } from '../../../src-shared/sync/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import { codesIn } from './plan-dialog.tsx'
import '../../ui/theme.css'

const run = (more: Partial<SyncRun>): SyncRun => ({
  id: 'r1',
  startedAt: '2026-05-01T10:00:00Z',
  outcome: 'completed',
  kind: 'full',
  plan: { scope: 'full', profile: 'complete' },
  phase: 'items',
  itemsTotal: 1000,
  itemsDone: 400,
  itemsNew: 400,
  itemsChanged: 0,
  itemsUnchanged: 0,
  itemsGone: 0,
  itemsReturned: 0,
  setAside: 0,
  picturesTotal: 0,
  picturesDone: 0,
  bytes: 1_000_000,
  ...more,
})
const stateWith = (runs: SyncRun[], more: Partial<SyncState> = {}): SyncState => ({
  slices: [],
  history: runs,
  items: 400,
  itemsGone: 7,
  lookups: { manufacturer: 1, brand: 2, distributor: 3, retailer: 4 },
  quarantined: 0,
  power: {},
  ...more,
})

let state: SyncState
let troubles: PictureTrouble[] = []
let settings = syncSettings.parse({})
const started: { full: boolean; plan?: SyncPlan }[] = []
const called: string[] = []
const quarantined = {
  id: 9,
  at: '2026-05-01T10:00:00Z',
  query: { since: '19000101', idx: '5', limit: '1' },
  error: 'The document is not well-formed.',
  bytes: 556,
  itemIds: ['777'],
}
installBackend({
  workspace: {
    state: () => ({ role: 'connected', connection: { address: 'https://service.example', mediaHosts: [] } }),
  },
  media: { troubles: () => troubles },
  sync: {
    state: () => state,
    settings: () => settings,
    setSettings: (next: typeof settings) => {
      settings = next
      return next
    },
    start: (input: { full: boolean; plan?: SyncPlan }) => {
      started.push(input)
      return state
    },
    resume: () => {
      called.push('resume')
      return state
    },
    quarantine: () => [quarantined],
    quarantinedAnswer: () => ({ text: '<item id="777"><name>Broken', cut: false }),
    retryQuarantined: () => ({ kept: 1, remaining: 0, message: 'Saved: 1 item.' }),
  },
  catalog: {
    lookup: ({ text }: { text: string }) =>
      text === ''
        ? { total: 1, entries: [{ id: 'b1', name: 'Oatfield' }] }
        : { total: 0, entries: [], mayBeIdentifier: /\d/.test(text) },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { SyncScreen } = await import('./sync-screen.tsx')

beforeEach(() => {
  queryClient.clear()
  settings = syncSettings.parse({})
  troubles = []
  started.length = 0
  called.length = 0
})
const show = (next: SyncState) => {
  state = next
  return render(
    <QueryClientProvider client={queryClient}>
      <SyncScreen />
    </QueryClientProvider>,
  )
}

test('a paused run shows the reason, the end of the pause and an action', async () => {
  const paused = run({
    outcome: 'paused',
    pause: { reason: 'limit', until: '2999-01-01T00:00:00Z' },
    note: 'The daily limit is reached.',
  })
  await show(stateWith([paused], { current: paused }))
  await expect.element(page.getByText('Paused: the service’s limit is reached')).toBeVisible()
  await expect.element(page.getByText(/It continues automatically .*2999/)).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => called).toEqual(['resume'])
})

test('contradicting numbers and failed pictures are shown', async () => {
  troubles = [{ host: 'images.example', reason: 'Not allowed.', count: 881, allow: 'images.example' }]
  await show(stateWith([run({})], { contradiction: { said: 1000, given: 400 } }))
  await expect
    .element(page.getByText(/^The service announced 1,000 items, but sent 400 different ones/))
    .toBeVisible()
  await expect.element(page.getByText(/^881 pictures are on images\.example, which/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Allow images.example' })).toBeVisible()
})

test('a copy is called complete only if nothing is known to be missing', async () => {
  await show(stateWith([run({})], { quarantined: 1 }))
  await expect.element(page.getByText('Everything that could be read, up to')).toBeVisible()
  await expect.element(page.getByText('Complete up to')).not.toBeInTheDocument()
})

test('a current run shows each of its slices, and marks those read again', async () => {
  const current = run({ outcome: 'running' })
  await show(
    stateWith([current], {
      current,
      rate: 5000,
      secondsLeft: 125,
      slices: [
        { number: 2, purpose: 'items', state: 'reading', since: '20260401', total: 300, done: 100, pass: 2 },
        {
          number: 3,
          purpose: 'items',
          state: 'done',
          since: '19000101',
          until: '20260331',
          total: 300,
          done: 300,
          pass: 1,
        },
      ],
    }),
  )
  await expect.element(page.getByText('5,000 items a second · about 2 minutes left')).toBeVisible()
  await expect.element(page.getByText('1 of 2 parts read')).toBeVisible()
  await expect.element(page.getByText('From 1 Apr 2026· changed meanwhile, read again (2)')).toBeVisible()
  await expect.element(page.getByText('Up to 31 Mar 2026')).toBeVisible()
})

test('a refused password shows a link to the settings', async () => {
  await show(stateWith([run({ outcome: 'failed', failure: 'credentials', note: 'Refused.' })]))
  await expect.element(page.getByText('The service asks for other credentials')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open settings' })).toHaveAttribute('href', '/settings')
})

test('a plan of brands and a plan of codes start as chosen', async () => {
  await show(stateWith([run({})]))
  const choose = async (plan: string) => {
    await page.getByRole('button', { name: 'Choose a plan…' }).click()
    await page.getByRole('combobox', { name: 'Plan' }).click()
    await page.getByRole('option', { name: plan }).click()
  }
  await choose('Items of brands')
  await expect.element(page.getByRole('button', { name: 'Start' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Add a brand' }).click()
  await page.getByRole('option', { name: /Oatfield/ }).click()
  await page.getByText('Verified items only').click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => started).toHaveLength(1)
  expect(started[0]?.plan).toEqual({ scope: 'brand', ids: ['b1'], verified: true, profile: 'complete' })

  await choose('A list of GTINs')
  await page.getByRole('textbox', { name: 'Product codes' }).fill('96385074\n036000291452\n96385074')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => started).toHaveLength(2)
  expect(started[1]?.plan).toMatchObject({ scope: 'gtins', gtins: ['96385074', '036000291452'] })

  // The dialog keeps the typed codes, so that the plan to start is visible.
  await page.getByRole('button', { name: 'Choose a plan…' }).click()
  const codes = page.getByRole('textbox', { name: 'Product codes' })
  await expect.element(codes).toHaveValue('96385074\n036000291452\n96385074')
  await codes.fill('')
  await expect.element(page.getByRole('button', { name: 'Start' })).toBeDisabled()
})

test('a part of a name is not offered as the identifier of a brand', async () => {
  await show(stateWith([run({})]))
  await page.getByRole('button', { name: 'Choose a plan…' }).click()
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Items of brands' }).click()
  const brand = page.getByRole('combobox', { name: 'Add a brand' })
  await brand.fill('b77')
  await expect.element(page.getByRole('option', { name: 'Use the identifier b77' })).toBeVisible()
  await brand.fill('oatf')
  await expect.poll(() => page.getByRole('option', { name: /Use the identifier/ }).query()).toBeNull()
})

test('settings take effect immediately', async () => {
  await show(stateWith([]))
  await page.getByRole('tab', { name: 'Schedule and load' }).click()
  await page.getByRole('switch', { name: 'When the program starts' }).click()
  await expect.poll(() => settings.schedule.onStart).toBe(true)
  await page.getByRole('combobox', { name: 'At regular times' }).click()
  await page.getByRole('option', { name: 'Every hour' }).click()
  await expect.poll(() => settings.schedule).toMatchObject({ everyMinutes: 60, onStart: true })
  await page.getByRole('combobox', { name: 'At regular times' }).click()
  await page.getByRole('option', { name: 'Never' }).click()
  await expect.poll(() => settings.schedule.everyMinutes).toBeUndefined()
})

test('pages in quarantine can be read and fetched again', async () => {
  await show(stateWith([run({})], { quarantined: 1 }))
  await page.getByRole('tab', { name: /Quarantine/ }).click()
  await expect.element(page.getByText('The document is not well-formed.')).toBeVisible()
  await page.getByRole('button', { name: 'Read' }).click()
  await expect.element(page.getByText('Raw answer')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Retry' }).click()
})

test('codesIn reads lists and tables, without duplicates', () => {
  expect(codesIn('\uFEFF96385074\n"036000291452",Tea,4\n# a comment\n\n96385074;x\nname\n')).toEqual([
    '96385074',
    '036000291452',
  ])
  expect(codesIn('96385074 036000291452')).toEqual(['96385074', '036000291452'])
})
