import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { RecentChange } from '../../../src-shared/history/model.ts'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import type { QualityFigures, QualityReport } from '../../../src-shared/quality/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const group = (id: string, name: string, items: number, complete: number) => ({
  ...{ id, name, items, complete },
  score: complete / items,
})
const figures: QualityFigures = {
  counted: 200,
  total: 200,
  startedAt: '2026-05-01T06:00:00Z',
  endedAt: '2026-05-01T06:00:01Z',
  isOutOfDate: false,
  profileId: 'grocery-basics',
  profileName: 'Grocery basics',
  scored: { items: 200, complete: 150, score: 0.9 },
  findings: [
    { id: 'invalid-gtin', items: 3, of: 200 },
    { id: 'no-picture', items: 7, of: 210 },
    { id: 'no-gtin', of: 0 },
    { id: 'nutrition', items: 1, of: 200 },
    { id: 'picture-contradicts', of: 200, isUnchecked: true },
  ],
  sides: [
    { id: '1', items: 12 },
    { id: '7', items: 190 },
  ],
  bands: [
    { id: '80-99', items: 50 },
    { id: '100', items: 150 },
  ],
  groups: {
    brand: { groups: [group('b1', 'Oatlark', 120, 80), group('', '', 80, 70)], of: 2 },
    retailer: { groups: [], of: 0 },
    department: { groups: [group('GPC 1', 'Groceries', 200, 150)], of: 1 },
    category: { groups: [group('GPC 1', 'Groceries', 200, 150)], of: 1 },
  },
  lacked: [{ label: 'Ingredients', kind: 'required', items: 40 }],
}
let report: QualityReport
let needs = 0
let failedPictures = 0
/** Findings of the picture check by kind. */
let seen = {}
let lists = 0
let failure: string | undefined
let reportFailure: string | undefined
const drafted: unknown[] = []
const reportRequests: unknown[] = []
let imports: ImportJob[] = []
let changes: RecentChange[] = []
installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  workspace: { state: () => ({ role: 'connected', connection: { address: 'https://service.example' } }) },
  outbox: { overview: () => ({ entries: { 'needs-you': needs }, counts: {}, needsCredentials: false }) },
  feeds: {
    drafts: () => ({ total: 1, offset: 0, drafts: [{ id: 'd1', name: 'Oats', errorCount: needs }] }),
    createDraft: (start: unknown) => {
      drafted.push(start)
      return { id: 'd2' }
    },
  },
  sync: {
    state: () => ({
      quarantined: 0,
      history: [
        {
          id: 'r1',
          outcome: 'completed',
          startedAt: new Date().toISOString(),
          ...{ itemsNew: 3, itemsChanged: 12, itemsGone: 0 },
        },
      ],
    }),
  },
  history: {
    recent: () => changes,
  },
  imports: {
    jobs: () => {
      if (failure) throw new ORPCError('CONFLICT', { message: failure })
      return imports
    },
  },
  media: {
    state: () => {
      if (failure) throw new ORPCError('CONFLICT', { message: failure })
      return {
        failed: failedPictures,
        failure: `The host example.com is not one of the media hosts of the connection. ${'Add it. '.repeat(20)}`,
      }
    },
  },
  catalog: { pictures: () => [{}] },
  evidence: { state: () => ({ counts: seen }) },
  quality: {
    report(by: unknown) {
      if (reportFailure) throw new ORPCError('CONFLICT', { message: reportFailure })
      reportRequests.push(by)
      return report
    },
    list() {
      lists++
      return {
        ...{ label: 'Invalid GTINs', items: 3, listed: 3, offset: 0 },
        rows: [
          {
            ...{ id: 'i1', name: 'Oat drink', brand: 'Oatlark', code: '123' },
            ...{ lastUpdated: '2026-01-01T00:00:00Z', detail: '123 has 3 digits.' },
          },
        ],
      }
    },
    ids: () => ['i1', 'i2', 'i3'],
  },
})
/** An import into the catalog. */
const importsOfToday = ['catalog'].map((target) => ({
  ...{
    id: target,
    target,
    file: `/tmp/${target}.csv`,
    state: 'completed',
    startedAt: new Date().toISOString(),
  },
  ...{
    dry: false,
    rowsRead: 5,
    created: 5,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    bytesRead: 9,
    bytesTotal: 9,
  },
})) as ImportJob[]
const at = new Date().toISOString()
const syncChange: RecentChange = {
  origin: { kind: 'sync', reference: 'r1' },
  ...{ at, created: 3, changed: 12, gone: 0, isFirst: false },
}
const { queryClient, rpc } = await import('../../rpc/client.ts')
const { QualityScreen } = await import('./quality-screen.tsx')
const { Shortcuts } = await import('../../testing/shortcuts.tsx')

beforeEach(() => {
  queryClient.clear()
  report = { figures }
  needs = 0
  seen = {}
  lists = 0
  failure = undefined
  reportFailure = undefined
  drafted.length = 0
  reportRequests.length = 0
  imports = []
  changes = [syncChange]
})
const show = (path = '/quality') => {
  history.replaceState(null, '', path)
  return render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <main>
        <QualityScreen />
      </main>
    </QueryClientProvider>,
  )
}
const violations = async () => {
  const { violations: found } = await axe.run(document.querySelector('main') ?? document.body)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

test('figures link to their lists, from bars and tables', async () => {
  await show()
  await expect
    .element(page.getByRole('link', { name: /^Contradicted by a picture ?Not checked yet/ }))
    .toHaveAttribute('href', '/evidence')
  await expect
    .element(page.getByRole('link', { name: /^Invalid GTINs/ }))
    .toHaveAttribute('href', '/quality?of=finding%3Ainvalid-gtin')
  // These figures link to the catalog's filters, which may still be counting.
  await expect
    .element(page.getByRole('link', { name: /^No picture 7 3 %/ }))
    .toHaveAttribute('href', '/catalog?missing=image')
  await expect
    .element(page.getByRole('link', { name: /^No GTIN Being counted/ }))
    .toHaveAttribute('href', '/catalog?missing=gtin')
  const views = page.getByRole('table', { name: 'Items without a picture of each side' })
  await expect.element(views.getByRole('row', { name: 'Back 190 95 %' })).toBeInTheDocument()
  await expect
    .element(views.getByRole('link', { name: 'Back' }))
    .toHaveAttribute('href', '/quality?of=side%3A7')
  // The link covers the entire row, including its bar.
  const bar = views.getByRole('cell', { name: '190' }).element()
  bar.scrollIntoView({ block: 'center' })
  const { left, top, height } = bar.getBoundingClientRect()
  expect(document.elementFromPoint(left + 4, top + height / 2)?.textContent).toBe('Back')
  await expect
    .element(page.getByRole('link', { name: '40 items of Oatlark not complete' }))
    .toHaveAttribute('href', '/quality?of=brand%3Ab1')
  await expect
    .element(page.getByRole('link', { name: /3 new, 12 changed/ }))
    .toHaveAttribute('href', '/changes/sync/r1')
  await expect.element(page.getByText('Nothing needs your attention.')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('entries that need a person are listed with a link', async () => {
  needs = 2
  await show()
  await expect
    .element(page.getByRole('link', { name: /2 entries of the outbox to decide/ }))
    .toHaveAttribute('href', '/outbox')
  await expect
    .element(page.getByRole('link', { name: /1 draft with errors/ }))
    .toHaveAttribute('href', '/feeds/d1')
})

test('a panel with a failed query shows the error, and can retry', async () => {
  failure = 'The disk does not answer.'
  await show()
  await expect.element(page.getByText('Open tasks cannot be shown')).toBeVisible()
  await expect.element(page.getByText('What changed cannot be shown')).toBeVisible()
  failure = undefined
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText('Nothing needs your attention.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: /3 new, 12 changed/ })).toBeVisible()
})

test('the panel "What changed" names the source of each change, the newest first, and no first sync as a change', async () => {
  imports = importsOfToday
  const earlier = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const none = { created: 0, changed: 0, gone: 0, isFirst: false }
  changes = [
    { ...none, origin: { kind: 'import', reference: 'catalog' }, at: earlier(2), created: 5 },
    { ...none, origin: { kind: 'feed', reference: 'f1' }, at: earlier(1), changed: 1 },
    { ...none, origin: { kind: 'sync', reference: 'r0' }, at: earlier(3), created: 2000, isFirst: true },
  ]
  await show()
  await expect.element(page.getByText(/^catalog\.csv, /)).toBeVisible()
  const list = page.getByRole('list', { name: 'What changed' })
  expect(
    list
      .getByRole('link')
      .elements()
      .map((link) => [link.getAttribute('href'), link.textContent]),
  ).toEqual([
    ['/changes/feed/f1', expect.stringContaining('1 changed')],
    ['/changes/import/catalog', expect.stringContaining('5 new')],
    ['/changes/sync/r0', expect.stringMatching(/First 2.?000 items received/)],
  ])
})

test('a running first count shows its progress', async () => {
  const { endedAt: _, ...started } = figures
  report = { figures: { ...started, counted: 50 }, counting: { counted: 50, total: 200 } }
  await show()
  await expect.element(page.getByText('Counting… 50 of 200 items')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop counting' })).toBeVisible()
})

test('a first count shows no percentage and no all-clear before an item is counted', async () => {
  const { endedAt: _, ...started } = figures
  const none = {
    counted: 0,
    scored: { items: 0, complete: 0, score: 0 },
    findings: figures.findings.map(({ id }) => ({ id, items: 0, of: 0 })),
    lacked: [],
  }
  report = { figures: { ...started, ...none }, counting: { counted: 0, total: 200 } }
  await show()
  await expect.element(page.getByText('The completeness is being counted…')).toBeVisible()
  expect(document.body.textContent).not.toContain('0 %')
  expect(page.getByRole('img', { name: 'None' }).elements()).toEqual([])
  expect(page.getByText(/No findings|Nothing is missing/).elements()).toEqual([])
  report = { figures }
  await expect.element(page.getByText('90 %').first()).toBeVisible()
  report = { figures: { ...figures, ...none } }
  await queryClient.invalidateQueries({ queryKey: rpc.quality.report.key() })
  await expect.element(page.getByText('The profile applies to no item counted.')).toBeVisible()
})

test('a list opened during the first count waits for it, and is read again after it', async () => {
  const { endedAt: _, ...started } = figures
  report = { figures: { ...started, counted: 50 }, counting: { counted: 50, total: 200 } }
  await show('/quality?of=finding:invalid-gtin')
  await expect.element(page.getByRole('progressbar', { name: 'Counting the catalog' })).toBeVisible()
  expect(lists).toBe(0)
  report = { figures }
  await expect.element(page.getByRole('link', { name: 'Oat drink' })).toBeVisible()
  const before = lists
  report = { figures: { ...figures, endedAt: '2026-05-01T07:00:00Z' } }
  await queryClient.invalidateQueries({ queryKey: rpc.quality.report.key() })
  await expect.poll(() => lists).toBeGreaterThan(before)
})

test('a list whose figures cannot be read shows the error, and can retry', async () => {
  reportFailure = 'The disk does not answer.'
  await show('/quality?of=finding:invalid-gtin')
  await expect.element(page.getByText('The items cannot be shown')).toBeVisible()
  await expect.element(page.getByText('The disk does not answer.')).toBeVisible()
  reportFailure = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: 'Oat drink' })).toBeVisible()
})

test('figures by another profile show its name, and link to lists by that profile', async () => {
  const counting = { counted: 0, total: 200, isWaiting: true } as const
  report = { figures: { ...figures, profileId: 'own', profileName: 'Our own' }, counting }
  await show('/quality?profile=own')
  await expect.element(page.getByRole('heading', { name: 'Quality by the profile Our own' })).toBeVisible()
  await expect.element(page.getByText('Waiting for the count by another profile')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '40 items of Oatlark not complete' }))
    .toHaveAttribute('href', '/quality?profile=own&of=brand%3Ab1')
  expect(reportRequests).toContainEqual({ profileId: 'own' })
})

test('J and K move through the figures, E opens one; in its list, E drafts what changes the finding', async () => {
  await show()
  const finding = page.getByRole('link', { name: /^Invalid GTINs/ })
  await expect.element(finding).toBeVisible()
  const focused = () => document.activeElement?.getAttribute('href')
  await userEvent.keyboard('j')
  await expect.poll(focused).toBe('/changes/sync/r1')
  await userEvent.keyboard('j')
  await expect.element(finding).toHaveFocus()
  await userEvent.keyboard('jk')
  await expect.element(finding).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.element(page.getByText('123 has 3 digits.')).toBeVisible()
  await userEvent.keyboard('je')
  await expect.poll(() => drafted).toEqual([{ kind: 'refresh', fromItemIds: ['i1'] }])
})

test('a list shows the finding of each item, and can be drafted', async () => {
  await show('/quality?of=finding:invalid-gtin')
  await expect.element(page.getByText('123 has 3 digits.')).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Draft these…' }).click()
  await page.getByRole('button', { name: /^Update/ }).click()
  await expect
    .poll(() => drafted)
    .toEqual([{ kind: 'update', fromItemIds: ['i1', 'i2', 'i3'], name: 'Invalid GTINs' }])
  await expect.poll(() => location.pathname).toBe('/feeds/d2')
})

test('differences between pictures and records link to the picture check, without what supports records', async () => {
  seen = { 'unknown-code': 2, 'other-item': 1, 'right-code': 40 }
  await show()
  const link = page.getByRole('link', { name: /^3 differences between pictures and records/ })
  await expect.element(link).toHaveAttribute('href', '/evidence')
  await expect.element(link).toMatchTextContent(/Codes of other items: 1, Unknown codes: 2$/)
})

test('a long detail does not squeeze the sentence of an open task', async () => {
  needs = 1
  failedPictures = 12
  await show()
  const link = page.getByRole('link', { name: /12 pictures could not be fetched/ })
  await expect.element(link).toBeVisible()
  const sentence = link.getByText('12 pictures could not be fetched').element()
  expect(sentence.clientWidth).toBeGreaterThan(100)
  expect(sentence.scrollWidth).toBe(sentence.clientWidth)
})
