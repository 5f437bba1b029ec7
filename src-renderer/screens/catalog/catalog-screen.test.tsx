import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeChoices } from './catalog-memory.ts'
import {
  codes,
  counting,
  drafts,
  headerHeight,
  million,
  open,
  queryClient,
  rowHeight,
  rowNamed,
  scoring,
  search,
  searches,
} from './testing/open-catalog.tsx'

test('renders only the visible rows of a million items and can scroll to the last one', async () => {
  await open()
  const grid = page.getByRole('grid', { name: 'Items' })
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(million + 1))
  expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(60)
  grid.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(rowNamed(/Item 999999 /)).toBeInViewport()
  await userEvent.keyboard('{Home}')
  await expect.element(rowNamed(/Item 0 /)).toBeInViewport()
})

test('shows the placeholder only during fast scrolling, and renders the rows at the end', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  const placeholder = grid.querySelector<HTMLElement>('[data-scroll-placeholder]')
  const frame = () => new Promise(requestAnimationFrame)
  const covered: boolean[] = []
  for (let step = 0; step < 8; step++) {
    grid.scrollTop += 5000
    await frame()
    await frame()
    covered.push(placeholder?.checkVisibility() === true)
  }
  // A single large step is drawn without a placeholder. On a slow computer every step may count as a single
  // one.
  expect(covered[0]).toBe(false)
  expect(placeholder?.parentElement?.getBoundingClientRect().top).toBe(
    grid.getBoundingClientRect().top + headerHeight,
  )
  const { left, top, width, height } = grid.getBoundingClientRect()
  const middle = () => document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role="row"]')
  // The middle row is not known exactly: steps larger than the window are scaled to the million rows, and a
  // slow computer merges several steps. Its number has at least four digits.
  await expect.poll(() => middle()?.textContent).toMatch(/^Item \d{4}/)
  expect(placeholder?.checkVisibility()).toBe(false)
})

test('shows the first rows before the total is counted', async () => {
  await open()
  await page.getByRole('combobox', { name: 'Search the catalog' }).fill('many')
  await expect.element(rowNamed(/many 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' })
  await expect.element(page.getByText('3 of 1,000,000 items')).toBeVisible()
  await expect.element(rowNamed(/many 2 /)).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '4')
  expect(searches.filter(({ text }) => text === 'many').length).toBeGreaterThan(1)
})

test('shows an error when counting fails and can retry', async () => {
  counting.failure = 'The index does not answer.'
  await open()
  await expect.element(page.getByText('The index does not answer.')).toBeVisible()
  expect(page.getByText('Counting…').elements()).toEqual([])
  counting.failure = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Crème du Pré')).toBeVisible()
  expect(page.getByText('The index does not answer.').elements()).toEqual([])
})

test('fetches the rows around the target of a long jump, not the rows in between', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  grid.scrollTop = grid.scrollHeight / 2
  await expect.poll(() => searches.some((search) => search.offset > 400_000)).toBe(true)
  expect(searches.length).toBeLessThan(8)
})

test('fills the window with rows after the screen is reopened or the list was hidden', async () => {
  const expected = () => {
    const grid = page.getByRole('grid', { name: 'Items' }).element()
    return Math.floor((grid.clientHeight - headerHeight) / rowHeight)
  }
  const visibleRows = () => {
    const grid = page.getByRole('grid', { name: 'Items' }).element().getBoundingClientRect()
    return [...document.querySelectorAll('[role="row"] a[href^="/catalog/"]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= grid.top && bottom <= grid.bottom
    }).length
  }
  // On the second visit the result is cached, so the message for an empty result is shown immediately.
  const before = await open('/catalog?q=nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nothing”' })).toBeVisible()
  await before.unmount()
  await open('/catalog?q=nothing')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  expect(expected()).toBeGreaterThan(8)
  await expect.poll(visibleRows).toBeGreaterThanOrEqual(expected())
  // On a narrow window the open item hides the list.
  await page.viewport(1000, 800)
  await page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(visibleRows).toBeGreaterThanOrEqual(expected())
})

test('shows the item next to the list on a wide window and follows the arrow keys', async () => {
  await page.viewport(1500, 800)
  await open('/catalog/i0?q=oat')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('heading', { name: 'Opened i1' })).toBeVisible()
  await expect.element(rowNamed(/oat 1/)).toHaveAttribute('aria-current', 'true')
})

test('creates one draft from the selected rows', async () => {
  await open('/catalog?q=oat')
  await page.getByRole('checkbox', { name: 'Select oat 0' }).click()
  await page.getByRole('checkbox', { name: 'Select oat 2' }).click()
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  await page.getByRole('button', { name: 'Draft a refresh' }).click()
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
  expect(drafts).toEqual([{ kind: 'refresh', fromItemIds: ['i0', 'i2'] }])
})

test('E drafts the active item of the list', async () => {
  await page.viewport(900, 800)
  await open('/catalog?q=oat')
  await expect.element(rowNamed(/oat 1/)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('je')
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
  expect(drafts).toMatchObject([{ fromItemIds: ['i1'] }])
})

test('E drafts all selected items, whichever is the active one', async () => {
  await page.viewport(900, 800)
  await open('/catalog?q=oat')
  await page.getByRole('checkbox', { name: 'Select oat 0' }).click()
  await page.getByRole('checkbox', { name: 'Select oat 2' }).click()
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('e')
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
  expect(drafts.at(-1)).toMatchObject({ fromItemIds: ['i0', 'i2'] })
})

test('shows different messages and actions for an empty result and a failed search', async () => {
  await open('/catalog?q=nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nothing”' })).toBeVisible()
  await page.getByRole('button', { name: 'Brand Noting' }).click()
  await expect.poll(() => location.search).toBe('?brand=b9')
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('broken')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The disk does not answer/)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('offers the correction of a misspelled search that finds nothing', async () => {
  await open('/catalog?q=yoghurt')
  await expect.element(page.getByText('Did you mean “yogurt”?')).toBeVisible()
  await page.getByRole('button', { name: 'Search yogurt' }).click()
  await expect.element(rowNamed(/yogurt 0/)).toBeVisible()
  await expect.element(search()).toHaveValue('yogurt')
  await search().fill('nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nothing”' })).toBeVisible()
  await expect.element(page.getByText('Did you mean a brand?')).toBeVisible()
  expect(page.getByRole('button', { name: /^Search yo/ }).elements()).toEqual([])
})

test('Shift selects a range, including rows not loaded, and no text; Ctrl+A selects the entire result', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await page.getByText('Item 1', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByText('Item 4', { exact: true }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 items selected')).toBeVisible()
  expect(String(getSelection())).toBe('')
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  // The jump is scaled, so it ends at some row beyond 1,000.
  grid.scrollTop = 15_000
  const visibleRows = () =>
    [...document.querySelectorAll('[role="row"] a[data-open]')]
      .map((link) => ({ link, top: link.getBoundingClientRect().top }))
      .find(({ link, top }) => top > 300 && /Item \d{4}/.test(link.textContent ?? ''))?.link
  await expect.poll(() => visibleRows()?.textContent).toMatch(/Item \d{4}/)
  const last = Number(visibleRows()?.textContent?.replace('Item ', ''))
  await page.getByText(`Item ${last}`, { exact: true }).click({ modifiers: ['Shift'] })
  const selected = `${last.toLocaleString('en-GB')} items selected`
  await expect.element(page.getByText(selected)).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText('1,000,000 items selected')).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('999,999 items selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('region', { name: 'Selected items' })).not.toBeInTheDocument()
})

test('does not carry "select all" from one search to the next, even after the screen is reopened', async () => {
  const first = await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText('1,000,000 items selected')).toBeVisible()
  await search().fill('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  await first.unmount()
  await open('/catalog?q=oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  expect(page.getByRole('region', { name: 'Selected items' }).query()).toBeNull()
})

test('does not start a Shift selection at an item of another result', async () => {
  await open()
  await page.getByText('Item 2', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await search().fill('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  await page.getByText('oat 0', { exact: true }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('1 item selected')).toBeVisible()
})

test('sorts by a column on the first press, reverses on the second and resets on the third; the address follows', async () => {
  await open()
  const name = page.getByRole('columnheader', { name: 'Name' })
  await name.getByRole('button').click()
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  expect(location.search).toBe('?sort=name')
  await expect.poll(() => searches.at(-1)?.sort).toEqual({ by: 'name', descending: false })
  await name.getByRole('button').click()
  await expect.poll(() => location.search).toBe('?sort=-name')
  await name.getByRole('button').click()
  await expect.poll(() => location.search).toBe('')
})

test('a column that the list cannot be sorted by has no button, and scrolled headers stay below the frozen name', async () => {
  changeChoices({ columns: ['name', 'brand', 'ingredients', 'manufacturer', 'category', 'updated'] })
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  expect(page.getByRole('columnheader', { name: 'Brand' }).getByRole('button').query()).not.toBeNull()
  const ingredients = page.getByRole('columnheader', { name: 'Ingredients' })
  await expect.element(ingredients).toBeInTheDocument()
  expect(ingredients.getByRole('button').query()).toBeNull()
  const name = page.getByRole('columnheader', { name: 'Name' }).element()
  const brand = page.getByRole('columnheader', { name: 'Brand' }).element()
  // The end of the brand, with its resize handle, is now under the name.
  scrollParent(name).scrollLeft = brand.getBoundingClientRect().width / 2 + 80
  const { right, top, height } = brand.getBoundingClientRect()
  expect(right).toBeLessThan(name.getBoundingClientRect().right)
  expect(name.contains(document.elementFromPoint(right - 2, top + height / 2))).toBe(true)
  changeChoices({ columns: [] })
})

/** The nearest ancestor that scrolls sideways. */
function scrollParent(element: Element): Element {
  const parent = element.parentElement ?? document.documentElement
  return parent.scrollWidth > parent.clientWidth && getComputedStyle(parent).overflowX !== 'visible'
    ? parent
    : scrollParent(parent)
}

test('shows the result as a grid of pictures; arrow keys move between cards and between lines', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await page.getByTitle('Pictures', { exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Items' })
  await expect.element(page.getByRole('gridcell', { name: /Item 0/ })).toBeVisible()
  const perLine = Number(grid.element().getAttribute('aria-colcount'))
  expect(perLine).toBeGreaterThan(2)
  expect(grid.element().getAttribute('aria-rowcount')).toBe(String(Math.ceil(million / perLine)))
  grid.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  await expect.poll(() => location.pathname).toBe(`/catalog/i${perLine + 1}`)
})

test('opens the item of a scanned code wherever the focus is', async () => {
  codes['4006381333931'] = 7
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await userEvent.keyboard('4006381333931{Enter}')
  await expect.poll(() => location.pathname).toBe('/catalog/i7')
})

test('says in the column that the completeness is being counted', async () => {
  await open()
  const cell = rowNamed(/Item 0 /).getByText('Counting…')
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  expect(cell.elements()).toEqual([])
  Object.assign(scoring, { state: 'counting', progress: 0 })
  await queryClient.invalidateQueries()
  await expect.element(cell).toBeVisible()
  await expect.element(page.getByLabelText('Being counted: 0 % done')).toBeVisible()
})
