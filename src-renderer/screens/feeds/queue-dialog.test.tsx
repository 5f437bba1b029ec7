import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DraftRowsQuestion } from '../../../src-shared/drafts/edits.ts'
import type { Draft, DraftProblem, DraftProblemGroup, FeedKind } from '../../../src-shared/drafts/model.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const at = '2026-05-01T00:00:00Z'
const draftOf = (kind: FeedKind): Draft => ({
  id: 'd1',
  kind,
  name: 'Two items',
  group: '',
  isTemplate: false,
  revision: 3,
  createdAt: at,
  updatedAt: at,
  itemCount: 2,
  errorCount: 0,
  warningCount: 0,
  uncheckedCount: 0,
})
/** The items of the draft, with what is said of each. */
let said: Record<string, DraftProblem[]> = {}
const queued: unknown[] = []
const row = (title: string, index: number) => ({
  key: index + 1,
  position: index + 1,
  revision: 1,
  title,
  code: '1',
  errors: 0,
  warnings: 0,
  isChecked: true,
  cells: [],
  marks: [],
})
installBackend({
  feeds: {
    draftRows: ({ selection: { problem } }: DraftRowsQuestion) => {
      const rows = Object.entries(said).flatMap(([title, problems], index) =>
        problem === undefined || problem === 'any' || problems.some(({ code }) => code === problem.code)
          ? [row(title, index)]
          : [],
      )
      return { total: rows.length, offset: 0, rows }
    },
    draftItem: ({ key }: { key: number }) => ({
      key,
      position: key,
      revision: 1,
      value: {},
      problems: Object.values(said)[key - 1],
      isChecked: true,
    }),
    queueDraft: (asked: unknown) => {
      queued.push(asked)
      return { feeds: [{ id: 'f9' }] }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { QueueDialog } = await import('./queue-dialog.tsx')
beforeEach(() => queryClient.clear())

const groupOf = (code: string, message = code): DraftProblemGroup => ({
  code,
  path: '',
  severity: 'warning',
  message,
  differs: false,
  items: 1,
  suggested: 0,
  canRefresh: false,
  canDrop: false,
})
const show = (kind: FeedKind, groups: DraftProblemGroup[], onTheirWay: Problem[] = []) =>
  render(
    <QueryClientProvider client={queryClient}>
      <QueueDialog
        draft={draftOf(kind)}
        checked={{ groups, onTheirWay, uncheckedCount: 0 }}
        onClose={() => {}}
        onRefused={() => {}}
      />
    </QueryClientProvider>,
  )

test('names what is on the way already, with a way there', async () => {
  said = { Oats: [], Rye: [] }
  const about = (id: string, name: string, message: string): Problem => ({
    code: 'ITEM_ON_ITS_WAY',
    path: 'items/item[1]',
    message,
    severity: 'warning',
    feed: { id, name },
  })
  const more: Problem = {
    code: 'ITEM_ON_ITS_WAY',
    path: 'items',
    message: 'Items of this feed are in 7 more feeds that are on their way.',
    severity: 'warning',
  }
  await show(
    'refresh',
    [1, 2, 3, 4, 5, 6].map((number) => groupOf(`X${number}`, `Warning ${number}`)),
    [
      about('f1', 'Rye “dark”', 'The very same feed is in the outbox already: “Rye “dark””, failed.'),
      about('f2', 'Rye', 'Item 1 is in “Rye” already (update).'),
      more,
    ],
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('In the outbox already', { exact: true })).toBeVisible()
  await expect
    .poll(() =>
      [...dialog.element().querySelectorAll('a')].map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ]),
    )
    .toEqual([
      ['Rye “dark”', '/outbox/f1'],
      ['Rye', '/outbox/f2'],
    ])
  await expect.element(dialog.getByText('Item 1 is in “Rye” already (update).')).toBeVisible()
  await expect.element(dialog.getByText(more.message)).toBeVisible()
  await expect.element(dialog.getByText('6 kinds of warnings')).toBeVisible()
  await expect.element(dialog.getByText('1 item: Warning 5')).toBeVisible()
  await expect.element(dialog.getByText('and 1 more in the list of problems')).toBeVisible()
})

test('says what a refresh removes from which item, apart from other warnings', async () => {
  const removal = (what: string): DraftProblem => ({
    code: 'REFRESH_DROPS',
    path: 'items/item[1]/packageData/packageType',
    message: `The catalog's record has ${what}; this feed has none, so the refresh removes it.`,
    severity: 'warning',
  })
  said = { Oats: [removal('package type Bottle')], Rye: [removal('package type Carton')] }
  await show('refresh', [groupOf('REFRESH_DROPS'), groupOf('BRAND_UNKNOWN', 'No such brand')])
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('What this refresh removes')).toBeVisible()
  await expect
    .poll(() => [...dialog.element().querySelectorAll('li')].map(({ textContent }) => textContent))
    .toEqual([
      'Oats1',
      'Rye1',
      "Oats: The catalog's record has package type Bottle; this feed has none, so the refresh removes it.",
      "Rye: The catalog's record has package type Carton; this feed has none, so the refresh removes it.",
      '1 item: No such brand',
    ])
  await expect.element(dialog.getByText(/refresh also removes the Content/)).toBeVisible()
})

test('says of an update that Content+ would be there twice, and queues the revision that was checked', async () => {
  said = { Oats: [], Rye: [] }
  await show('update', [groupOf('CONTENT_PLUS_DUPLICATES')])
  await expect.element(page.getByText('Content+ is added, not replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Queue for sending' }).click()
  await expect.poll(() => queued).toEqual([{ id: 'd1', revision: 3 }])
  await expect.poll(() => location.pathname).toBe('/outbox/f9')
})
