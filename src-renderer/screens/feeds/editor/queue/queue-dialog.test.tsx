import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ComparedField } from '../../../../../src-shared/feeds/compare/comparison.ts'
import type { DraftRowsQuestion } from '../../../../../src-shared/feeds/draft/edits.ts'
import type {
  Draft,
  DraftDifferences,
  DraftProblem,
  DraftProblemGroup,
  ItemComparison,
} from '../../../../../src-shared/feeds/draft/model.ts'
import type { FeedProblem } from '../../../../../src-shared/feeds/feed-problem.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import type { DraftWork } from '../session/use-draft.ts'
import '../../../../ui/theme.css'

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
const noneOf = { conflicts: 0, outdated: 0, changed: 0, removed: 0, doubled: 0 }
/** Responses of the backend; items are keyed by name. */
let currentDraft: Draft
let groups: DraftProblemGroup[] = []
let standing: DraftDifferences
let items: Record<string, Partial<ItemComparison>> = {}
let workspace: object = {}
const queued: unknown[] = []
const edits: unknown[] = []
installBackend({
  feeds: {
    draft: () => currentDraft,
    draftProblems: () => ({ groups, uncheckedCount: 0 }),
    draftDifferences: () => standing,
    draftRows: ({ selection: { standing: wanted } }: DraftRowsQuestion) => {
      const rows = Object.entries(items).flatMap(([title, { fields = [], problems = [] }], index) => {
        const count = (state: string) => fields.filter((field) => field.state === state).length
        const stands = { ...noneOf, conflicts: count('conflict'), removed: problems.length }
        return wanted === undefined || (wanted !== 'unchanged' && stands[wanted] > 0)
          ? [{ ...row(title, index), standing: stands }]
          : []
      })
      return { total: rows.length, offset: 0, rows }
    },
    compareItem: ({ key }: { key: number }) => ({
      key,
      revision: 1,
      fields: [],
      doubled: 0,
      problems: [],
      ...Object.values(items)[key - 1],
    }),
    previewItem: () => ({
      after: {
        ecommerceTitle: 'Whole oats',
        media: [{ view: 'A1C1', url: 'https://pictures.example/a.jpg' }],
        products: [{ brandDescription: 'Mill Lane', grocery: { ingredients: 'Oats, may contain milk' } }],
      },
      sent: {},
      isWhole: true,
    }),
    draftItemText: () => ({ text: '<item/>' }),
    draftItem: () => ({
      problems: [],
      value: { id: '7', retailer: [{ id: 'r1', sellCopy: 'Creamy and bold' }] },
    }),
    draftItemFeed: () => ({ text: '<items xmlns="urn:x"><item/></items>' }),
    queueDraft: (input: unknown) => {
      queued.push(input)
      return { feeds: [{ id: 'f9' }] }
    },
  },
  workspace: { state: () => workspace },
  catalog: { pictures: () => [], item: () => ({ pictures: [] }) },
  media: {
    ofAddresses: ({ urls }: { urls: string[] }) =>
      urls.map(() => ({ mimeType: '', isAdded: false, fetches: false })),
  },
})
const row = (title: string, index: number) => ({
  key: index + 1,
  about: 'about' in (items[title] ?? {}) ? items[title]?.about : '7',
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
const { queryClient } = await import('../../../../rpc/client.ts')
const { QueueDialog } = await import('./queue-dialog.tsx')
const { UnchangedItems } = await import('../before/unchanged-items.tsx')
beforeEach(() => queryClient.clear())

const groupOf = (code: string, message = code): DraftProblemGroup => ({
  code,
  path: '',
  severity: 'warning',
  message,
  differs: false,
  items: 1,
  suggested: 0,
  fixes: [],
  canRefresh: false,
  canDrop: false,
})
const work: DraftWork = {
  queue: {
    state: () => ({ kind: 'saved' }),
    subscribe: () => () => {},
    send: () => Promise.reject(new Error('No step is sent here.')),
    hold: () => {},
    resume: () => {},
  },
  flush: async () => true,
  holds: () => {},
  edit: async (label, made) => {
    edits.push({ label, made })
    return undefined
  },
  undo: async () => {},
  undoStep: async () => undefined,
  redo: async () => {},
  attempt: async () => undefined,
}
const show = (
  kind: FeedKind,
  found: DraftProblemGroup[],
  pendingFeeds: FeedProblem[] = [],
  stands = noneOf,
  { itemCount = 2, feeds = 1, unchanged = 0 } = {},
) => {
  currentDraft = { ...draftOf(kind), itemCount }
  groups = found
  standing = { items: stands, fields: stands, unchanged, withoutBase: 0, uncheckedCount: 0 }
  return render(
    <QueryClientProvider client={queryClient}>
      <QueueDialog
        draft={currentDraft}
        work={work}
        checked={{ groups, pendingFeeds, uncheckedCount: 0, feeds }}
        onClose={() => {}}
        onRefused={() => {}}
      />
    </QueryClientProvider>,
  )
}

const connection = { address: 'https://service.example', username: 'pim' }
test.each([
  [1, 2, { connection }, 'Sends 1 feed with 2 items to https://service.example as pim.'],
  [7, 7, { connection }, 'Sends 7 feeds with 1 item each to https://service.example as pim.'],
  [
    3,
    2000,
    { connection, sampleService: {} },
    'Sends 3 feeds with 2,000 items in all to the sample service on this computer, https://service.example.',
  ],
  [1, 1, { role: 'sandbox' }, 'Sends 1 feed with 1 item to this catalog, which is a sandbox.'],
  [1, 1, {}, 'Queues 1 feed with 1 item, to be sent once a service is connected.'],
])(
  'says before queueing how many feeds are sent to whom: %i feeds of %i items',
  async (feeds, itemCount, state, text) => {
    items = { Oats: {} }
    workspace = state
    await show('refresh', [], [], noneOf, { feeds, itemCount })
    await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible()
  },
)

test('counts an update per item, and offers to remove the items whose feed would change nothing', async () => {
  items = { Oats: {}, Rye: {} }
  workspace = { connection }
  edits.length = 0
  await show('update', [], [], noneOf, { itemCount: 7, unchanged: 6 })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Sends 7 feeds with 1 item each', { exact: false })).toBeVisible()
  await expect.element(dialog.getByText('6 feeds of 7 would change nothing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove these 6 items' }).click()
  await expect
    .poll(() => edits)
    .toEqual([
      {
        label: 'Removed items without a difference',
        made: [{ do: 'remove', selection: { standing: 'unchanged' } }],
      },
    ])
})

test('offers to leave out the items that a refresh would not change', async () => {
  items = { Oats: {}, Rye: {} }
  edits.length = 0
  await show('refresh', [], [], noneOf, { itemCount: 7, unchanged: 5 })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('5 items of 7 would change nothing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove these 5 items' }).click()
  await expect
    .poll(() => edits)
    .toMatchObject([{ made: [{ do: 'remove', selection: { standing: 'unchanged' } }] }])
})

test('says of a single item that sending it would change nothing', async () => {
  items = { Oats: {} }
  await show('update', [], [], noneOf, { itemCount: 1, unchanged: 1 })
  await expect
    .element(page.getByRole('dialog').getByText('Sending this item would change nothing'))
    .toBeVisible()
})

test('the bar above the editor takes unchanged items out once another item has changes', async () => {
  edits.length = 0
  const draft = { ...draftOf('update'), itemCount: 7 }
  standing = { items: noneOf, fields: noneOf, unchanged: 7, withoutBase: 0, uncheckedCount: 0 }
  const bar = (key: string) => (
    <QueryClientProvider client={queryClient}>
      <UnchangedItems key={key} draft={draft} work={work} />
    </QueryClientProvider>
  )
  const screen = await render(bar('untouched'))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(screen.container.textContent).toBe('')
  standing = { ...standing, unchanged: 5 }
  queryClient.clear()
  await screen.rerender(bar('changed'))
  await expect.element(page.getByText('5 items of 7 would change nothing in the catalog')).toBeVisible()
  await page.getByRole('button', { name: 'Remove these 5 items' }).click()
  await expect
    .poll(() => edits)
    .toMatchObject([{ made: [{ do: 'remove', selection: { standing: 'unchanged' } }] }])
})

test('a filter shows the first of its items', async () => {
  const conflict: ComparedField = {
    keys: ['ecommerceTitle'],
    path: 'ecommerceTitle',
    labels: ['E-commerce title'],
    state: 'conflict',
    base: 'Rye',
    theirs: 'Rye bread',
    mine: 'Whole rye',
  }
  items = { Oats: { about: '7' }, Rye: { about: '8', fields: [conflict] } }
  await show('refresh', [], [], { ...noneOf, conflicts: 1 })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { level: 3, name: 'Oats' })).toBeVisible()
  await dialog.getByText('Conflicts (1)').click()
  await expect.element(dialog.getByRole('heading', { level: 3, name: 'Rye' })).toBeVisible()
})

test('links warnings about feeds in the outbox to those feeds', async () => {
  items = { Oats: {}, Rye: {} }
  const about = (id: string, name: string, message: string): FeedProblem => ({
    code: 'ITEM_ON_ITS_WAY',
    path: 'items/item[1]',
    message,
    severity: 'warning',
    feed: { id, name },
  })
  const more: FeedProblem = {
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
      // Other languages use other quotation marks, and the name may also occur outside of them.
      about('f3', 'Artikel', 'Artikel 1 ist bereits in „Artikel“ (Update).'),
      about('f4', 'flux', 'Le même flux est déjà là : «\u00a0flux\u00a0», en attente.'),
      more,
    ],
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('In the outbox already', { exact: true })).toBeVisible()
  await expect
    .poll(() =>
      [...dialog.element().querySelectorAll('a')].map((link) => [
        link.previousSibling?.textContent?.slice(-2).trim(),
        link.textContent,
        link.getAttribute('href'),
      ]),
    )
    .toEqual([
      ['“', 'Rye “dark”', '/outbox/f1'],
      ['“', 'Rye', '/outbox/f2'],
      ['„', 'Artikel', '/outbox/f3'],
      ['«', 'flux', '/outbox/f4'],
    ])
  await expect.element(dialog.getByText('Item 1 is in “Rye” already (update).')).toBeVisible()
  await expect.element(dialog.getByText(more.message)).toBeVisible()
  await expect.element(dialog.getByText('6 kinds of warnings')).toBeVisible()
  await expect.element(dialog.getByText('1 item: Warning 5')).toBeVisible()
  await expect.element(dialog.getByText('and 1 more in the list of problems')).toBeVisible()
})

test('shows the removals of a refresh per item and filters by them', async () => {
  const removal = (what: string): DraftProblem => ({
    code: 'REFRESH_DROPS',
    path: 'items/item[1]/packageData/packageType',
    message: `The catalog's record has ${what}; this feed has none, so the refresh removes it.`,
    severity: 'warning',
  })
  items = { Oats: {}, Rye: { about: '7', problems: [removal('package type Carton')] } }
  await show('refresh', [groupOf('REFRESH_DROPS'), groupOf('BRAND_UNKNOWN', 'No such brand')], [], {
    ...noneOf,
    removed: 1,
  })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/refresh also removes the Content/)).toBeVisible()
  await expect.element(dialog.getByText('1 item: No such brand')).toBeVisible()
  await dialog.getByText('Removed (1)').click()
  const list = dialog.getByRole('list', { name: 'Items to be sent' })
  await expect.poll(() => list.getByRole('button').elements().length).toBe(1)
  await expect.element(list.getByText('Rye', { exact: true })).toBeVisible()
  await list.getByRole('button').click()
  await expect.element(dialog.getByText(removal('package type Carton').message)).toBeVisible()
})

test('shows a conflict with three values, requires a decision, and applies it per field or for all items', async () => {
  const conflict: ComparedField = {
    keys: ['ecommerceTitle'],
    path: 'ecommerceTitle',
    labels: ['E-commerce title'],
    state: 'conflict',
    base: 'Oats',
    theirs: 'Rolled oats',
    mine: 'Whole oats',
  }
  items = { Oats: { about: '7', begunAt: at, fields: [conflict] }, Rye: {} }
  await show('refresh', [], [], { ...noneOf, conflicts: 1 })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Queue for sending' })).toBeDisabled()
  await expect
    .poll(() => [...dialog.element().querySelectorAll('th[scope=col]')].map(({ textContent }) => textContent))
    .toEqual(['Field', 'When the draft began', 'In the catalog now', 'Will be sent'])
  await dialog.getByRole('button', { name: 'Take the catalog’s E-commerce title' }).click()
  await expect
    .poll(() => edits.at(-1))
    .toEqual({
      label: 'The catalog’s E-commerce title of Oats',
      made: [{ do: 'settle', selection: { keys: [1] }, take: 'theirs', fields: ['ecommerceTitle'] }],
    })
  await dialog.getByRole('button', { name: 'Keep mine in all' }).click()
  await expect
    .poll(() => edits.at(-1))
    .toEqual({
      label: 'Kept values where both changed',
      made: [{ do: 'settle', selection: {}, take: 'mine', states: ['conflict'] }],
    })
})

test('compares two values if the earlier catalog value is unknown', async () => {
  const changed: ComparedField = {
    keys: ['ecommerceTitle'],
    path: 'ecommerceTitle',
    labels: ['E-commerce title'],
    state: 'changed',
    base: undefined,
    theirs: 'Oats',
    mine: 'Whole oats',
  }
  items = { Oats: { about: '7', fields: [changed] } }
  await show('refresh', [])
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/its earlier values are unknown/)).toBeVisible()
  expect(dialog.getByText('When the draft began', { exact: true }).elements()).toEqual([])
})

test('removes duplicate entries of an update, shows the XML of an item, and queues the checked revision', async () => {
  items = { Oats: { about: '7', doubled: 2 }, Rye: {} }
  await show('update', [groupOf('CONTENT_PLUS_DUPLICATES')], [], { ...noneOf, doubled: 2 })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('2 entries of Content+ will duplicate what is there')).toBeVisible()
  await dialog.getByRole('button', { name: 'Drop what is there already' }).click()
  await expect.poll(() => edits.at(-1)).toMatchObject({ made: [{ do: 'drop-doubles', selection: {} }] })
  await dialog.getByText('XML', { exact: true }).click()
  await dialog.getByText('Raw, as it is sent').click()
  await expect.element(dialog.getByText('<items xmlns="urn:x"><item/></items>')).toBeVisible()
  await dialog.getByRole('button', { name: 'Queue for sending' }).click()
  await expect.poll(() => queued).toEqual([{ id: 'd1', revision: 3 }])
  await expect.poll(() => location.pathname).toBe('/outbox/f9')
})

test('forgets the queued draft, so that it does not look open on the way back', async () => {
  const { rpc } = await import('../../../../rpc/client.ts')
  items = { Oats: {} }
  queued.length = 0
  const draftKey = rpc.feeds.draft.queryKey({ input: { id: 'd1' } })
  queryClient.setQueryData(draftKey, draftOf('update'))
  const screen = await show('update', [])
  await page.getByRole('dialog').getByRole('button', { name: 'Queue for sending' }).click()
  await expect.poll(() => queued).toHaveLength(1)
  await screen.unmount()
  expect(queryClient.getQueryData(draftKey)).toBeUndefined()
})

test('lists the Content+ that is sent where the copy of the catalog has none to compare with', async () => {
  items = { Oats: { about: '7', isUncompared: true } }
  await show('contentplus', [])
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByText(/does not show Content\+, so this computer cannot compare/))
    .toBeVisible()
  await expect.element(dialog.getByText('Creamy and bold')).toBeVisible()
  expect(dialog.getByText(/No differences/).elements()).toEqual([])
})

test('shows a new item as a shop page instead of a list of new fields', async () => {
  items = { Oats: { about: undefined } }
  await show('create', [])
  const shop = page.getByRole('article', { name: 'Preview of Oats' })
  await expect.element(shop.getByRole('heading', { name: 'Whole oats' })).toBeVisible()
  await expect.element(shop.getByText('Mill Lane')).toBeVisible()
  await expect.element(shop.getByText('Oats, may contain milk')).toBeVisible()
  expect(shop.getByText('New', { exact: true }).elements()).toEqual([])
  await shop.getByRole('button', { name: /not on this computer/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Not on this computer' })).toBeVisible()
})
