import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { NameParts } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Person } from '../../../../src-shared/team/person.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { type DraftBackend, draftBackend } from '../../../testing/draft-backend.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'
import { Toaster } from '../../../ui/overlays/toast.tsx'

const names = [
  'draft',
  'draftOutcome',
  'unreadDraft',
  'draftItem',
  'draftRows',
  'draftProblems',
  'checkDraft',
  'editDraft',
  'undoDraft',
] as const
let backend: DraftBackend
/** The signed-in person; undefined without a team. */
let person: Person | undefined
installBackend({
  feeds: Object.fromEntries(names.map((name) => [name, (input: never) => backend.feeds[name]?.(input)])),
  catalog: { lookup: () => ({ total: 1, entries: [{ id: 'm1', name: 'Norrvik Foods' }] }) },
  workspace: { state: () => ({}) },
  computer: { settings: () => ({ shortcuts: {}, feedGrids: {} }) },
  team: { me: () => (person ? { person, people: ['Ana', 'Bob'] } : { person: null, people: [] }) },
  reviews: {
    review: () => ({ state: 'working', revision: 1, word: '', lastAuthor: 'Ana', items: [] }),
    discussion: () => ({ comments: [], trail: [] }),
    mentions: () => ({ total: 0, mentions: [] }),
  },
  presence: {
    who: () => [{ name: 'Bob', item: { key: 2, position: 2 } }],
    say: () => undefined,
    leave: () => undefined,
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { DraftScreen } = await import('./draft-screen.tsx')
const { Shortcuts } = await import('../../../testing/shortcuts.tsx')

const oats = (number: number, more: Partial<IngestItem> = {}): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: `Oats ${number}`,
  productCodes: [{ type: 'GTIN', text: '9520000000011' }],
  manufacturerId: 'm1',
  categoryId: '1001',
  products: [{ description: 'Oats', brandId: 'b1' }],
  ...more,
})
const show = (...items: IngestItem[]) => showAs({}, ...items)
const showAs = async (draft: Partial<Draft>, ...items: IngestItem[]) => {
  backend = draftBackend(items, draft)
  await open()
}
const open = async () => {
  await page.viewport(1280, 800)
  await render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <div style={{ height: 800 }}>
        <DraftScreen draftId="d1" />
      </div>
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
}
/** Simulates the change events of the program. */
const refresh = () => queryClient.invalidateQueries()
const title = () => page.getByRole('textbox', { name: 'E-commerce title' })
const row = (name: RegExp) => page.getByRole('row', { name })
const queue = () => page.getByRole('button', { name: 'Queue', exact: true })
beforeEach(() => {
  queryClient.clear()
  person = undefined
})

test('J and K open the next items, X selects them, E edits', async () => {
  await show(oats(1), oats(2), oats(3))
  await expect.element(title()).toHaveValue('Oats 1')
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('x')
  await expect.element(page.getByText('1 item selected')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(title()).toHaveValue('Oats 2')
  await userEvent.keyboard('j')
  await expect.element(title()).toHaveValue('Oats 3')
  await userEvent.keyboard('x')
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  await expect.element(row(/Oats 2/)).toHaveAttribute('aria-selected', 'false')
  await userEvent.keyboard('k')
  await expect.element(title()).toHaveValue('Oats 2')
  await userEvent.keyboard('j')
  await expect.element(title()).toHaveValue('Oats 3')
  await userEvent.keyboard('x')
  await expect.element(page.getByText('1 item selected')).toBeVisible()
  await userEvent.keyboard('e')
  await expect.poll(() => document.activeElement?.closest('[data-path]')).not.toBeNull()
})

test('J pressed quickly moves by as many items', async () => {
  await show(oats(1), oats(2), oats(3), oats(4))
  await expect.element(title()).toHaveValue('Oats 1')
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('jjj')
  await expect.element(title()).toHaveValue('Oats 4')
  await userEvent.keyboard('kk')
  await expect.element(title()).toHaveValue('Oats 2')
})

test('Space in the list selects the open item', async () => {
  await show(oats(1), oats(2))
  await expect.element(title()).toHaveValue('Oats 1')
  ;(page.getByRole('grid', { name: 'Items of this draft' }).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('1 item selected')).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('1 item selected')).not.toBeInTheDocument()
})

test('shows a new draft without errors, lists required fields, and reports a missing value after its field loses focus', async () => {
  await show(kinds.create.outline() as IngestItem)
  await expect.element(page.getByRole('button', { name: '6 required fields to fill' })).toBeVisible()
  expect(page.getByText(/6 .*to fill/).elements()).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'No errors so far' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Identity ?1 of 5/ })).toBeVisible()
  await expect.element(row(/Item 1 ?to fill/)).toBeVisible()
  expect(page.getByLabelText('Error').elements()).toEqual([])
  await title().click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('heading', { name: '1 error' })).toBeVisible()
  await page.getByRole('button', { name: '5 required fields still to fill' }).click()
  await expect.element(page.getByRole('heading', { name: '6 errors' })).toBeVisible()
  await expect.element(queue()).toBeDisabled()
})

test('a new item has the focus in its first field; an opened one does not', async () => {
  await show(kinds.create.outline() as IngestItem)
  await expect.element(title()).toHaveFocus()
  await page.getByRole('button', { name: 'Add item' }).click()
  await expect.poll(() => backend.items().length).toBe(2)
  await expect.element(title()).toHaveFocus()
  await row(/Item 1/).click()
  await expect.element(row(/Item 1/)).toHaveAttribute('aria-current', 'true')
  await expect.element(title()).not.toHaveFocus()
})

test('saves an item as a separate undo step when another item is opened', async () => {
  await show(oats(1), oats(2))
  await expect.element(title()).toHaveValue('Oats 1')
  await title().fill('Rolled oats')
  await row(/Oats 2/).click()
  await expect.element(title()).toHaveValue('Oats 2')
  expect(backend.steps).toEqual(['E-commerce title of Rolled oats'])
  expect(backend.items()[0]?.ecommerceTitle).toBe('Rolled oats')
  await expect.element(queue()).toBeEnabled()
})

test.each([
  { draft: 'with a default name is renamed with its item', about: 'Oats 1', called: 'Rolled oats' },
  { draft: 'named by a person keeps its name', about: undefined, called: 'Oats 1' },
])('a draft of one item $draft', async ({ about, called }) => {
  const nameParts: NameParts | undefined = about ? { made: 'contents', kind: 'create', about } : undefined
  await showAs({ name: 'Oats 1', nameParts }, oats(1))
  await title().fill('Rolled oats')
  await expect.poll(() => backend.items()[0]?.ecommerceTitle).toBe('Rolled oats')
  await refresh()
  await expect.element(page.getByRole('heading', { name: called, level: 1 })).toBeVisible()
})

test('removes items without confirmation and restores them with Undo', async () => {
  await show(oats(1), oats(2), oats(3), oats(4))
  await row(/Oats 2/).click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByText('Removed 2 items')).toBeVisible()
  expect(backend.items().map(({ ecommerceTitle }) => ecommerceTitle)).toEqual(['Oats 1', 'Oats 4'])
  await refresh()
  // The item that is now at this position is shown.
  await expect.element(title()).toHaveValue('Oats 4')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => backend.items().length).toBe(4)
})

test('clears the selection of items hidden by another filter', async () => {
  const { manufacturerId: _, ...without } = oats(1)
  await show(oats(7), oats(8), without, { ...without, ecommerceTitle: 'Oats 2' })
  await row(/Oats 7/).click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  await page.getByRole('button', { name: 'Show items' }).click()
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  expect(page.getByText(/ selected$/).elements()).toEqual([])
})

test('Ctrl+Z undoes the last step but leaves unsaved typing to the field', async () => {
  await show(oats(1), oats(2))
  await title().fill('Rolled oats')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => backend.items()[0]?.ecommerceTitle).toBe('Oats 1')
  await title().fill('Rolled oats')
  await expect.poll(() => backend.items()[0]?.ecommerceTitle).toBe('Rolled oats')
  await expect.element(page.getByText('Saved')).toBeVisible()
  await row(/Oats 2/).click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => backend.items()[0]?.ecommerceTitle).toBe('Oats 1')
})

test('fixes a problem of many items in one step', async () => {
  const { manufacturerId: _, ...without } = oats(1)
  await show(oats(7), without, { ...without, ecommerceTitle: 'Oats 2' })
  const group = page.getByRole('region', { name: '2 items: Manufacturer is missing' })
  await group.getByRole('button', { name: 'Show items' }).click()
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await group.getByRole('button', { name: 'Set for all…' }).click()
  await group.getByRole('combobox').fill('norrv')
  await page.getByRole('option', { name: /Norrvik Foods/ }).click()
  await group.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.poll(() => backend.steps).toEqual(['Set Manufacturer'])
  expect(backend.items().map(({ manufacturerId }) => manufacturerId)).toEqual(['m1', 'm1', 'm1'])
  await refresh()
  await expect.element(page.getByRole('heading', { name: 'No errors' })).toBeVisible()
})

test('shows a change made elsewhere and lets a person resolve a conflict in one field', async () => {
  await show(oats(1), oats(2))
  await expect.element(title()).toHaveValue('Oats 1')
  backend.change(1, oats(1, { ecommerceTitle: 'Of elsewhere' }))
  await refresh()
  await expect.element(title()).toHaveValue('Of elsewhere')
  await title().fill('Mine')
  backend.change(1, oats(1, { ecommerceTitle: 'Of elsewhere again' }))
  await expect.element(page.getByText('This item was changed elsewhere while you edited it')).toBeVisible()
  await page.getByRole('radio', { name: 'Theirs: “Of elsewhere again”' }).click()
  await page.getByRole('button', { name: 'Save this choice' }).click()
  await expect.element(title()).toHaveValue('Of elsewhere again')
  await expect.element(page.getByText('Saved')).toBeVisible()
})

test('renders only the visible items of ten thousand and finds an item by name', async () => {
  await show(...Array.from({ length: 10_000 }, (_, index) => oats(index + 1)))
  // A draft of many items begins with the grid.
  await page.getByText('Form', { exact: true }).click()
  await expect.element(row(/^1 Oats 1/).first()).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  await page.getByRole('searchbox', { name: 'Find items by name or code' }).fill('Oats 9876')
  await row(/Oats 9876/).click()
  await expect.element(title()).toHaveValue('Oats 9876')
})

test('shows an error instead of "no problems" when the problems cannot be loaded', async () => {
  let isAvailable = false
  backend = draftBackend([oats(1), oats(2)])
  const { draftProblems } = backend.feeds
  backend.feeds['draftProblems'] = (input: never) => {
    if (isAvailable) return draftProblems?.(input)
    throw new ORPCError('CONFLICT', { message: 'The disk is busy.' })
  }
  await open()
  await expect.element(page.getByText('The disk is busy.')).toBeVisible()
  expect(page.getByText(/^Every item fits/).elements()).toEqual([])
  isAvailable = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^Every item fits/)).toBeVisible()
})

test('does not report an error-free draft while checks are pending', async () => {
  await showAs({ uncheckedCount: 1 }, oats(1), oats(2))
  await expect.element(page.getByRole('heading', { name: 'Checking 1 of 2…' })).toBeVisible()
  await expect.element(queue()).toBeDisabled()
})

test('redirects the address of a queued draft to its feed', async () => {
  backend = draftBackend([oats(1)])
  backend.feeds['draft'] = () => {
    throw new ORPCError('DRAFT_NOT_FOUND', { message: 'There is no draft d1.' })
  }
  backend.feeds['draftOutcome'] = () => ({ kind: 'queued', feed: 'f7', isBatch: false })
  history.replaceState(null, '', '/feeds/d1')
  await open()
  await expect.poll(() => location.pathname).toBe('/outbox/f7')
})

test('shows where the items are after the split of a draft was undone', async () => {
  backend = draftBackend([oats(1)], { deletedAt: '2026-11-01T10:00:00Z' })
  const into = { id: 'd0', name: 'Spring range' }
  backend.feeds['draftOutcome'] = () => ({ kind: 'split-undone', at: '2026-11-01T10:00:00Z', into })
  await open()
  await expect.element(page.getByText(/^Its items are in “Spring range” again/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open “Spring range”' }))
    .toHaveAttribute('href', '/feeds/d0')
})

test('offers Undo in a message until the next step', async () => {
  await show(oats(1), oats(2), oats(3))
  const offers = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: 'Removed “Oats 2”' })
      .getByRole('button', { name: 'Undo', exact: true })
  await row(/Oats 2/).click()
  await page.getByRole('button', { name: 'Remove the item' }).click()
  await expect.element(page.getByText('Removed “Oats 2”')).toBeVisible()
  await expect.poll(() => offers().elements().length).toBe(1)
  await page.getByRole('button', { name: 'Copy the item' }).click()
  await expect.poll(() => offers().elements().length).toBe(0)
})

test('keeps a value in its dialog for a retry if it could not be set', async () => {
  await show(oats(1), oats(2))
  await page.getByRole('button', { name: 'More for the item' }).click()
  await page.getByRole('menuitem', { name: 'Set a field of the item…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Field' }).fill('E-commerce title')
  await page.getByRole('option', { name: 'E-commerce title' }).first().click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Rolled oats')
  const { editDraft } = backend.feeds
  backend.feeds['editDraft'] = () => {
    throw new ORPCError('BAD_GATEWAY', { status: 502, message: 'Nobody answers.' })
  }
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(page.getByText('The draft was not changed')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('Rolled oats')
  if (editDraft) backend.feeds['editDraft'] = editDraft
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})

test('restores and saves unsaved typing after a reload', async () => {
  backend = draftBackend([oats(1), oats(2)])
  const item = { ...oats(2), ecommerceTitle: 'Oats 2' }
  sessionStorage.setItem(
    'catalog-desk-unsaved-item d1 2',
    JSON.stringify({
      item: { key: 2, position: 2, revision: 1, value: item, problems: [], isChecked: true },
      content: { ...item, ecommerceTitle: 'Typed before' },
    }),
  )
  await open()
  await expect.element(title()).toHaveValue('Typed before')
  await expect.poll(() => backend.items()[1]?.ecommerceTitle).toBe('Typed before')
  await expect.poll(() => sessionStorage.getItem('catalog-desk-unsaved-item d1 2')).toBeNull()
})

test('without a team shows neither review nor discussion', async () => {
  await show(oats(1))
  await expect.element(queue()).toBeEnabled()
  expect(page.getByRole('button', { name: 'Discussion' }).elements()).toEqual([])
})

test('in a team offers the next step of the review, the discussion, and who edits which item', async () => {
  person = { name: 'Ana', role: 'author' }
  await show(oats(1), oats(2))
  await expect.element(page.getByRole('button', { name: 'Propose…' })).toBeVisible()
  expect(queue().elements()).toEqual([])
  await expect.element(row(/Oats 2.*Bob is editing item 2/)).toBeVisible()
  await page.getByRole('button', { name: 'Discussion' }).click()
  const panel = page.getByRole('complementary', { name: 'Discussion' })
  await expect.element(panel.getByLabelText('Oats 1 is assigned to')).toBeVisible()
  await expect.element(title()).toBeVisible()
  await panel.getByRole('button', { name: 'Close the discussion' }).click()
  await expect.element(panel).not.toBeInTheDocument()
})
