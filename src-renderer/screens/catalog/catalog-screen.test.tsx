import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  codes,
  counting,
  drafts,
  headerHeight,
  million,
  open,
  rowHeight,
  rowNamed,
  search,
  searches,
} from './testing/open-catalog.tsx'

test('a million items: only the visible rows exist, and the last one can be reached', async () => {
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

test('a placeholder covers the lines during fast scrolling, and the last ones are drawn', async () => {
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
  // A single great step is drawn at once; on a slow computer each of them may be a single one.
  expect(covered[0]).toBe(false)
  expect(placeholder?.parentElement?.getBoundingClientRect().top).toBe(
    grid.getBoundingClientRect().top + headerHeight,
  )
  const { left, top, width, height } = grid.getBoundingClientRect()
  const middle = () => document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role="row"]')
  // Great steps through a million lines are scaled, and a slow computer takes several for one: thousands of lines down.
  await expect.poll(() => middle()?.textContent).toMatch(/^Item \d{4}/)
  expect(placeholder?.checkVisibility()).toBe(false)
})

test('first rows come before their number, which is said to be counted', async () => {
  await open()
  await page.getByRole('combobox', { name: 'Search the catalog' }).fill('many')
  await expect.element(rowNamed(/many 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' })
  await expect.element(page.getByText('3 of 1,000,000 items')).toBeVisible()
  await expect.element(rowNamed(/many 2 /)).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '4')
  expect(searches.filter(({ text }) => text === 'many').length).toBeGreaterThan(1)
})

test('counts that fail are said to have failed, and can be tried again', async () => {
  counting.failure = 'The index does not answer.'
  await open()
  await expect.element(page.getByText('The index does not answer.')).toBeVisible()
  expect(page.getByText('Counting…').elements()).toEqual([])
  counting.failure = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Crème du Pré')).toBeVisible()
  expect(page.getByText('The index does not answer.').elements()).toEqual([])
})

test('a jump far down fetches the rows around its end, not those it passes', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  grid.scrollTop = grid.scrollHeight / 2
  await expect.poll(() => searches.some((asked) => asked.offset > 400_000)).toBe(true)
  expect(searches.length).toBeLessThan(8)
})

test('the list fills its window with rows, also when the screen is entered again or the list was hidden', async () => {
  const expected = () => {
    const grid = page.getByRole('grid', { name: 'Items' }).element()
    return Math.floor((grid.clientHeight - headerHeight) / rowHeight)
  }
  const inSight = () => {
    const grid = page.getByRole('grid', { name: 'Items' }).element().getBoundingClientRect()
    return [...document.querySelectorAll('[role="row"] a[href^="/catalog/"]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= grid.top && bottom <= grid.bottom
    }).length
  }
  // At the second visit the answer is kept, so the message for an empty result is shown at once.
  const before = await open('/catalog?q=nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nothing”' })).toBeVisible()
  await before.unmount()
  await open('/catalog?q=nothing')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  expect(expected()).toBeGreaterThan(8)
  await expect.poll(inSight).toBeGreaterThanOrEqual(expected())
  // On a narrow window the open item hides the list.
  await page.viewport(1000, 800)
  await page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(inSight).toBeGreaterThanOrEqual(expected())
})

test('on a wide window the item stands beside the list and follows the arrow keys', async () => {
  await page.viewport(1500, 800)
  await open('/catalog/i0?q=oat')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('heading', { name: 'Opened i1' })).toBeVisible()
  await expect.element(rowNamed(/oat 1/)).toHaveAttribute('aria-current', 'true')
})

test('ticked rows become one draft', async () => {
  await open('/catalog?q=oat')
  await page.getByRole('checkbox', { name: 'Select oat 0' }).click()
  await page.getByRole('checkbox', { name: 'Select oat 2' }).click()
  await expect.element(page.getByText('2 items selected')).toBeVisible()
  await page.getByRole('button', { name: 'Draft a refresh' }).click()
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
  expect(drafts).toEqual([{ kind: 'refresh', fromItemIds: ['i0', 'i2'] }])
})

test('an empty result and a failed search have different messages, each with an action', async () => {
  await open('/catalog?q=nothing')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “nothing”' })).toBeVisible()
  await page.getByRole('button', { name: 'Brand Noting' }).click()
  await expect.poll(() => location.search).toBe('?brand=b9')
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('broken')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The disk does not answer/)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('Shift selects to an item, also over rows that were never loaded, and marks no text; Ctrl+A selects the question', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await page.getByText('Item 1', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByText('Item 4', { exact: true }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 items selected')).toBeVisible()
  expect(String(getSelection())).toBe('')
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  // A jump, which is scaled: to some row beyond a thousand.
  grid.scrollTop = 15_000
  const inSight = () =>
    [...document.querySelectorAll('[role="row"] a[data-open]')]
      .map((link) => ({ link, top: link.getBoundingClientRect().top }))
      .find(({ link, top }) => top > 300 && /Item \d{4}/.test(link.textContent ?? ''))?.link
  await expect.poll(() => inSight()?.textContent).toMatch(/Item \d{4}/)
  const last = Number(inSight()?.textContent?.replace('Item ', ''))
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

test('everything of one search is not everything of the next, also when a person comes back', async () => {
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

test('Shift does not select from a place of another list', async () => {
  await open()
  await page.getByText('Item 2', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await search().fill('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  await page.getByText('oat 0', { exact: true }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('1 item selected')).toBeVisible()
})

test('a press on a column sorts by it, the next turns it round, the third goes back; the address says so', async () => {
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

test('the same result as pictures: the arrows go from card to card and from line to line', async () => {
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

test('a scanned code opens its item, whatever has the focus', async () => {
  codes['4006381333931'] = 7
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await userEvent.keyboard('4006381333931{Enter}')
  await expect.poll(() => location.pathname).toBe('/catalog/i7')
})
