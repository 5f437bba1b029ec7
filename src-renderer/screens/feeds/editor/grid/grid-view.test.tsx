import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GridLayout } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { cell, click, grid, name, openGrid, pictureRequests, text } from './testing/grid-page.tsx'
import { MemorySource, sampleItems } from './testing/memory-source.ts'

test('shows the problem of a cell and applies its suggestion', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  const wrong = cell(3, 'Brand') as HTMLElement
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(wrong)
  await expect.element(page.getByText('A brand is missing. Choose one, or say it in words.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /^Use brand number 7/ }))
  await expect.poll(() => source.text(3, 'products/0/brandId')).toBe('b7')
})

test('does not show a cached problem of an item in another draft', async () => {
  const screen = await openGrid(new MemorySource('create', sampleItems('create', 20)))
  await click(3, 'Brand')
  await expect.element(page.getByText(/^A brand is missing/)).toBeVisible()
  await screen.unmount()
  const other = new MemorySource('create', sampleItems('create', 20))
  other.draft = 'd2'
  let release = () => {}
  const pending = new Promise<void>((resolve) => {
    release = resolve
  })
  const { item } = other
  other.item = (key) => pending.then(() => item.call(other, key))
  await openGrid(other)
  await click(3, 'Brand')
  await expect.element(page.getByText('Reading what is wrong…')).toBeVisible()
  release()
  await expect.element(page.getByText(/^A brand is missing/)).toBeVisible()
})

test('previews and replaces a text', async () => {
  const source = new MemorySource('create', sampleItems('create', 40))
  await openGrid(source)
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('{Control>}h{/Control}')
  await userEvent.fill(page.getByRole('textbox', { name: 'Find' }), 'oat')
  await userEvent.fill(page.getByRole('textbox', { name: 'Replace with' }), 'Spelt')
  await expect.element(page.getByText('10 cells in 5 items would change.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Replace in 10 cells' }))
  await expect.poll(() => source.undoLabel).toBe('“oat” replaced in 5 items')
  await expect.poll(() => text(0, name)).toBe('Spelt drink 1')

  // A brand cell stores an identifier behind its name, which cannot be replaced as text.
  await click(0, 'Brand')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}h{/Control}')
  await userEvent.fill(page.getByRole('textbox', { name: 'Find' }), 'b')
  await expect.element(page.getByText(/These columns hold entries of lists/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Replace', exact: true }).last()).toBeDisabled()
})

test('sorts, filters and shows columns, and restores the layout', async () => {
  const source = new MemorySource('create', sampleItems('create', 40))
  const layouts = new Map<FeedKind, GridLayout>()
  const { unmount } = await openGrid(source, layouts)
  const openMenu = (head: string) =>
    userEvent.click(page.getByRole('button', { name: `${head}: sort, filter and more` }))
  await openMenu(name)
  await userEvent.click(page.getByRole('menuitem', { name: 'Sort Z to A' }))
  await expect.poll(() => text(0, name)).toBe('Tomato soup 35')
  await openMenu('Brand')
  await userEvent.click(page.getByRole('menuitem', { name: 'Only empty' }))
  await expect.element(page.getByText('Brand is empty')).toBeVisible()
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('5')
  await userEvent.click(page.getByRole('button', { name: 'Remove: Brand is empty' }))
  await userEvent.click(page.getByRole('button', { name: 'Columns' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find a column' }), 'ingred')
  await userEvent.click(page.getByRole('checkbox', { name: 'Ingredients' }))
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  await expect.poll(() => layouts.get('create')?.columns.at(-1)).toBe('products/0/grocery/ingredients')
  await unmount()
  await openGrid(source, layouts)
  expect(grid().getAttribute('aria-colcount')).toBe('15')
})

test('keeps an edited row of a sorted grid in its place until it is left', async () => {
  const source = new MemorySource('create', sampleItems('create', 40))
  await openGrid(source)
  await userEvent.click(page.getByRole('button', { name: `${name}: sort, filter and more` }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Sort Z to A' }))
  await expect.poll(() => text(0, name)).toBe('Tomato soup 35')
  const second = text(1, name)
  await click(0, name)
  await expect.element(page.getByText('· row 35')).toBeVisible()
  await userEvent.keyboard('Aa{Tab}')
  await expect.poll(() => source.text(34, 'ecommerceTitle')).toBe('Aa')
  const requests = source.queries.length
  await expect.poll(() => document.activeElement).toBe(cell(0, 'Code'))
  expect(text(0, name)).toBe('Aa')
  expect(source.queries.length).toBe(requests)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => text(0, name)).toBe(second)
  await expect.poll(() => document.activeElement).toBe(cell(0, 'Code'))
})

test('keeps an emptied row of a sorted grid in its place until it is left', async () => {
  const source = new MemorySource('create', sampleItems('create', 40))
  await openGrid(source)
  await userEvent.click(page.getByRole('button', { name: `${name}: sort, filter and more` }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Sort Z to A' }))
  await expect.poll(() => text(0, name)).toBe('Tomato soup 35')
  const second = text(1, name)
  await click(0, name)
  await expect.element(page.getByText('· row 35')).toBeVisible()
  const requests = source.queries.length
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => source.text(34, 'ecommerceTitle')).toBeUndefined()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => document.activeElement).toBe(cell(0, 'Code'))
  expect(text(1, name)).toBe(second)
  expect(source.queries.length).toBe(requests)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => text(0, name)).toBe(second)
})

test('covers the rows with a placeholder during fast scrolling, then renders the final ones', async () => {
  await openGrid(new MemorySource('create', sampleItems('create', 3000)))
  const placeholder = document.querySelector<HTMLElement>('[data-scroll-placeholder]')
  const frame = () => new Promise(requestAnimationFrame)
  const first = () => cell(0, name)
  expect(first()).toBeDefined()
  grid().scrollTop += 20_000
  await expect.poll(first).toBeUndefined()
  expect(placeholder?.hidden).toBe(true)
  let wasCovered = false
  new MutationObserver(() => {
    wasCovered = true
  }).observe(placeholder as HTMLElement, { attributes: true })
  // The second long step within a short time counts as fast scrolling; on a slow computer it may be a later
  // one.
  for (let step = 0; !wasCovered; step++) {
    grid().scrollTop += step % 40 < 20 ? 2000 : -2000
    await frame()
  }
  expect(placeholder?.style.background).toContain('linear-gradient')
  grid().scrollTop = 60_000
  await expect.poll(() => placeholder?.hidden).toBe(true)
  const { left, top, width, height } = grid().getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(middle?.closest('[role="row"]')?.getAttribute('aria-busy')).toBeNull()
  expect(Number(middle?.closest('[role="row"]')?.getAttribute('aria-rowindex'))).toBeGreaterThan(600)
})

test("shows each item's picture before its name and requests pictures in batches", async () => {
  const source = new MemorySource('create', sampleItems('create', 300))
  const before = pictureRequests.length
  await openGrid(source)
  await expect.poll(() => grid().querySelectorAll('.dg-picture img').length).toBeGreaterThan(0)
  expect(pictureRequests.slice(before).length).toBeLessThan(5)
  expect(cell(0, 'Picture')?.getAttribute('aria-colindex')).toBe('2')
})

test('freezes columns and restores them', async () => {
  const source = new MemorySource('create', sampleItems('create', 30))
  const layouts = new Map<FeedKind, GridLayout>()
  const { unmount } = await openGrid(source, layouts)
  await userEvent.click(page.getByRole('button', { name: 'Code: sort, filter and more' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Freeze up to this column' }))
  await expect.poll(() => cell(0, 'Code')?.classList.contains('dg-last-frozen')).toBe(true)
  expect(layouts.get('create')?.frozen).toBe(2)
  await unmount()
  await openGrid(source, layouts)
  expect(cell(0, 'Code')?.classList.contains('rdg-cell-frozen-start')).toBe(true)
})

test('keeps the DOM small with 10,000 rows and 60 columns at any scroll position', async () => {
  const source = new MemorySource('create', sampleItems('create', 10_000))
  const { draftColumns } = await import('../../../../../src-shared/feeds/draft/columns.ts')
  const columns = draftColumns('create')
    .slice(0, 60)
    .map(({ column }) => column)
  await openGrid(source, new Map([['create', { columns, widths: {}, frozen: 1 }]]))
  const drawn = () => grid().querySelectorAll('[role=gridcell]').length
  expect(grid().getAttribute('aria-rowcount')).toBe('10001')
  for (const top of [1000, 40_000, 200_000, 319_000]) {
    grid().scrollTop = top
    const row = Math.ceil(top / 32) + 3
    await expect.poll(() => text(row, name)).toMatch(new RegExp(` ${row + 1}$`))
    expect(drawn()).toBeLessThan(600)
  }
  expect(source.queries.length).toBeLessThan(20)
})

test('moves to the next item when an item leaves the filtered view', async () => {
  const source = new MemorySource('create', sampleItems('create', 80))
  await openGrid(source)
  await userEvent.click(page.getByRole('button', { name: 'With errors' }))
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('8')
  const second = text(1, name)
  await click(0, 'Brand')
  await userEvent.keyboard('number 5')
  await expect.element(page.getByRole('option', { name: 'brand number 5' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('7')
  await expect.poll(() => text(0, name)).toBe(second)
  expect(document.activeElement).toBe(cell(0, 'Brand'))
})

test('has no accessibility violations', async () => {
  const source = new MemorySource('create', sampleItems('create', 300))
  await openGrid(source)
  const violations = async () => {
    const { violations: found } = await axe.run(document.querySelector('main') ?? document.body)
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  expect(grid().getAttribute('aria-multiselectable')).toBe('true')
  await click(3, 'Brand')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find items' }), 'nowhere')
  await expect.element(page.getByText('No matching items')).toBeVisible()
  expect(await violations()).toEqual([])
})
