import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

interface ChangesRequest {
  origin: { kind: string; reference: string }
  kind?: string
  field?: string
  text: string
  offset: number
  limit: number
}
const requests: ChangesRequest[] = []
const total = 120
/** Delay of each answer in milliseconds. */
let delay = 0
const row = (index: number, kind: string) => ({
  kind,
  itemId: `i${index}`,
  name: `Item ${index}`,
  brand: 'Oatfield',
  code: '96385074',
  version: kind === 'created' ? 1 : 2,
  receivedAt: '2026-11-01T10:00:00Z',
  fields: kind !== 'changed' ? [] : ['lastUpdated', 'name', 'products/product/grocery/ingredients'],
})
const drafted: unknown[] = []
installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  feeds: {
    createDraft: (start: unknown) => {
      drafted.push(start)
      return { id: 'd1' }
    },
  },
  sync: { state: () => ({ history: [], items: 0, lookups: {} }) },
  imports: {
    jobs: () => [{ id: 'j1', file: '/home/me/range.csv', startedAt: '2026-11-01T09:59:00Z' }],
  },
  history: {
    summary: () => ({
      created: 3,
      changed: total,
      gone: 1,
      fields: [
        { field: 'name', count: 100 },
        { field: 'products/product/grocery/ingredients', count: 20 },
      ],
    }),
    changes: async (input: ChangesRequest) => {
      requests.push(input)
      await new Promise((resolve) => setTimeout(resolve, delay))
      const { kind, offset, limit, text } = input
      const sizes = { changed: total, created: 3, gone: 1 }
      const all = Object.entries(sizes)
        .filter(([one]) => (kind ?? one) === one && text !== 'nothing')
        .flatMap(([one, size]) => Array.from({ length: size }, (_, index) => row(index, one)))
      return { total: all.length, offset, rows: all.slice(offset, offset + limit) }
    },
    version: ({ number }: { number: number }) => ({
      number,
      xml: `<item id="i0"><name>${number === 1 ? 'Old name' : 'Item 0'}</name></item>`,
      namespace: 'https://ns.catalog-desk.example/item',
    }),
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ChangesScreen } = await import('./changes-screen.tsx')
const { Shortcuts } = await import('../../testing/shortcuts.tsx')

beforeEach(() => {
  queryClient.clear()
  requests.length = 0
  delay = 0
  window.history.replaceState(null, '', '/changes/sync/r1')
})
const show = (kind: ItemOrigin['kind'] = 'sync', reference = 'r1') =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <main>
        <ChangesScreen origin={{ kind, reference }} />
      </main>
    </QueryClientProvider>,
  )

test('changed items are listed with their fields, except timestamps, and link to the item', async () => {
  await show()
  const first = page.getByRole('row', { name: /Item 0 / })
  await expect.element(first.getByText('Name', { exact: true })).toBeVisible()
  await expect.element(first.getByText('Grocery, Ingredients')).toBeVisible()
  await expect.element(first.getByText('Last updated')).not.toBeInTheDocument()
  await expect.element(first.getByRole('link')).toHaveAttribute('href', '/catalog/i0?tab=history&version=2')
  await expect.element(page.getByText('1–50 of 124')).toBeVisible()
})

test('J and K move through the items, E drafts an update of one', async () => {
  await show()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(link('Item 1')).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(link('Item 1')).toHaveFocus()
  await userEvent.keyboard('ke')
  await expect.poll(() => drafted).toEqual([{ kind: 'update', fromItemIds: ['i0'] }])
})

test('a row can be expanded to show its values', async () => {
  await show()
  const open = page.getByRole('button', { name: 'Show the values of Item 0' })
  await open.click()
  await expect.element(open).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('list', { name: 'What differs' }).getByText('Old name')).toBeVisible()
})

test('a filter restarts at the first page; page and filter are in the URL', async () => {
  await show()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–100 of 124')).toBeVisible()
  expect(window.location.search).toBe('?page=2')
  await page.getByRole('combobox', { name: 'Field that changed' }).click()
  await page.getByRole('option', { name: 'Name (100)' }).click()
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({
      origin: { kind: 'sync', reference: 'r1' },
      kind: 'changed',
      field: 'name',
      offset: 0,
    })
  expect(window.location.search).toBe('?kind=changed&field=name')
  await page.getByRole('searchbox').fill('nothing')
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  expect(requests.at(-1)).toMatchObject({ field: 'name', text: 'nothing' })
  expect(window.location.search).toBe('?kind=changed&field=name&q=nothing')
})

test('the list of all items shows the kind of change of each; new items have no field filter', async () => {
  await show()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('101–124 of 124')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Item 2\b.*New/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Item 0\b.*No longer listed/ })).toBeVisible()
  await page.getByText('New (3)').click()
  await expect.element(page.getByText('1–3 of 3')).toBeVisible()
  expect(requests.at(-1)).toMatchObject({ kind: 'created' })
  await expect.element(page.getByRole('combobox', { name: 'Field that changed' })).not.toBeInTheDocument()
  await page.getByText('No longer listed (1)').click()
  await expect.element(page.getByText('1–1 of 1')).toBeVisible()
  expect(window.location.search).toBe('?kind=gone')
})

test('drafting covers all listed items', async () => {
  await show()
  await page.getByText('New (3)').click()
  const draft = page.getByRole('button', { name: 'Draft these…' })
  await draft.click()
  await expect.element(page.getByRole('heading', { name: /^Draft 3 items: New/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('searchbox').fill('nothing')
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  await expect.element(draft).toBeDisabled()
})

test('the items can be drafted while another page of them is loading', async () => {
  await show()
  const draft = page.getByRole('button', { name: 'Draft these…' })
  await expect.element(draft).toBeEnabled()
  delay = 1000
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => requests.length).toBe(2)
  await draft.click()
  await expect.element(page.getByRole('heading', { name: /^Draft 124 items/ })).toBeVisible()
})

test('an import shows its file name, and no filter for items that are no longer listed', async () => {
  await show('import', 'j1')
  await expect.element(page.getByText(/^Import of range\.csv, /)).toBeVisible()
  await expect.element(page.getByText('New (3)')).toBeVisible()
  await expect.element(page.getByText(/No longer listed \(/)).not.toBeInTheDocument()
  expect(requests.at(-1)).toMatchObject({ origin: { kind: 'import', reference: 'j1' } })
})
