import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DuplicatePage } from '../../../src-shared/duplicates/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const item = (id: string) => ({
  id,
  name: `Tea ${id}`,
  brand: 'Leaf',
  manufacturer: '',
  code: '042100005264',
  lastUpdated: '2026-11-01T00:00:00Z',
})
const look = {
  state: 'completed' as const,
  step: 'comparing' as const,
  done: 0,
  total: 0,
  items: 2,
  asOf: 1,
  isOutOfDate: true,
  startedAt: '2026-11-01T00:00:00Z',
  isPart: false,
}
let answer: DuplicatePage
const marked: unknown[] = []
const drafted: unknown[] = []
installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  feeds: {
    createDraft: (start: unknown) => {
      drafted.push(start)
      return { id: 'd1' }
    },
  },
  duplicates: {
    found: () => answer,
    mark: (input: unknown) => {
      marked.push(input)
      return [['a', 'b']]
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { DuplicatesScreen } = await import('./duplicates-screen.tsx')
const { Shortcuts } = await import('../../testing/shortcuts.tsx')

beforeEach(() => {
  queryClient.clear()
  marked.length = 0
  answer = {
    look,
    counts: { sure: 1, likely: 0, possible: 0 },
    total: 1,
    offset: 0,
    groups: [
      {
        items: [item('a'), item('b')],
        more: 0,
        whys: [{ kind: 'gtin', codes: ['04252614', '042100005264'], reading: 'upc-e' }],
        sureness: 'sure',
        ownGtins: false,
      },
    ],
  }
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <main>
        <DuplicatesScreen />
      </main>
    </QueryClientProvider>,
  )

test('a group shows its reasons and certainty, and can be marked as no duplicates', async () => {
  await show()
  await expect.element(page.getByText('One GTIN, short and long: 04252614 and 042100005264.')).toBeVisible()
  await expect.element(page.getByText(/Items have changed since/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Compare' }))
    .toHaveAttribute('href', '/compare?id=a&id=b')
  const { violations } = await axe.run(document.querySelector('main') ?? document.body)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await page.getByRole('button', { name: 'Not duplicates' }).click()
  await expect.poll(() => marked).toEqual([{ itemIds: ['a', 'b'] }])
})

test('J and K move through the items, E drafts an update of one', async () => {
  await show()
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(link('Tea b')).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(link('Tea b')).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(link('Tea a')).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.poll(() => drafted).toEqual([{ kind: 'update', fromItemIds: ['a'] }])
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
})

test('a running search shows its progress', async () => {
  answer = {
    ...answer,
    look: { ...look, state: 'looking', step: 'names', done: 3, total: 8 },
    total: 0,
    groups: [],
  }
  await show()
  await expect.element(page.getByText('Comparing names… 3 of 8 items')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
})
