import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

interface SearchInput {
  text: string
  brandIds: string[]
  sort?: { by: string; descending: boolean }
  offset: number
  limit: number
}

const million = 1_000_000
const searches: SearchInput[] = []
const drafts: unknown[] = []
/** Milliseconds by which the answer to a search text is delayed. */
const delays: Record<string, number> = {}

const row = (index: number, text: string) => ({
  id: `i${index}`,
  name: text ? `${text} ${index}` : `Item ${index}`,
  brand: 'Oatfield',
  manufacturer: 'Mill & Sons',
  code: String(10_000_000 + index),
  lastUpdated: '2026-10-01T00:00:00Z',
  size: '250 g',
  category: 'Drinks',
  status: 'Published',
  packageType: '',
  views: [],
  imageCount: 0,
})

/** The one item of a code, by its number. */
const codes: Record<string, number> = {}
const understood = { isTotalExact: true, problems: [], alsoShowing: [] }

const noFacets = {
  state: 'ready',
  progress: 1,
  ...Object.fromEntries(
    [
      ...['brands', 'manufacturers', 'categories', 'statuses', 'packageTypes', 'views'],
      ...['completeness', 'allergens', 'missing', 'changedIn'],
    ].map((list) => [list, []]),
  ),
  notListed: 0,
  inDraft: 0,
  inOutbox: 0,
}

installBackend({
  workspace: {
    state: () => ({
      role: 'connected',
      directory: '/data',
      host: 'headless',
      version: '0',
      localApi: { running: false, username: 'local' },
      items: million,
    }),
  },
  catalog: {
    search: async (input: SearchInput) => {
      searches.push(input)
      await new Promise((resolve) => setTimeout(resolve, delays[input.text] ?? 0))
      if (input.text === 'broken')
        throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'The disk does not answer.' })
      const scanned = codes[input.text]
      if (scanned !== undefined) return { ...understood, total: 1, offset: 0, rows: [row(scanned, '')] }
      if (input.text === 'many' && searches.filter(({ text }) => text === 'many').length === 1)
        return { ...understood, isTotalExact: false, total: 1, offset: 0, rows: [row(0, 'many')] }
      const total = input.text === 'nothing' ? 0 : input.text === '' ? million : 3
      const count = Math.max(0, Math.min(input.limit, total - input.offset))
      const rows = Array.from({ length: count }, (_, index) => row(input.offset + index, input.text))
      return { ...understood, total, offset: input.offset, rows }
    },
    facets: () => ({
      ...noFacets,
      brands: [
        { id: 'b1', name: 'Oatfield', count: 12 },
        { id: 'b2', name: 'Crème du Pré', count: 3 },
        ...Array.from({ length: 8 }, (_, n) => ({ id: `c${n}`, name: `Carrefour ${n}`, count: 2 })),
      ],
    }),
    position: ({ id, text }: { id: string; text: string }) => {
      const place = Number(id.slice(1))
      return text === '' || place < 3 ? place : null
    },
    ids: ({ offset, limit, text }: SearchInput) =>
      Array.from(
        { length: Math.max(0, Math.min(limit, (text === '' ? million : 3) - offset)) },
        (_, n) => `i${offset + n}`,
      ),
    near: ({ text }: { text: string }) => (text === 'nothing' ? [{ id: 'b9', name: 'Noting' }] : []),
    complete: () => ({ from: 0, to: 0, options: [] }),
    item: ({ id }: { id: string }) => ({
      id,
      xml: `<item id="${id}"><name>Opened ${id}</name></item>`,
      namespace: '',
      pictures: [],
      retailerContent: [],
      receivedAt: '2026-10-01T00:00:00Z',
    }),
  },
  computer: { settings: () => ({ shortcuts: {} }) },
  feeds: {
    createDraft: (input: unknown) => {
      drafts.push(input)
      return { id: 'd1', kind: 'refresh', name: '', xml: '', revision: 1, createdAt: '', updatedAt: '' }
    },
  },
})

// The client takes hold of `fetch` when it is made, so it comes after the backend.
const { queryClient } = await import('../../rpc/client.ts')
const { TooltipProvider } = await import('../../ui/tooltip.tsx')
const { tableLineHeight: rowHeight } = await import('./table-line.tsx')
const { headHeight: headerHeight } = await import('./table-head.tsx')
const { CatalogScreen } = await import('./catalog-screen.tsx')
const { useShortcuts } = await import('../../shell/shortcuts.tsx')

/** The keys of commands, which are the shell's. */
function Keys() {
  useShortcuts()
  return null
}

/** A screen that goes on loading. */
const NextScreen = lazy(() => new Promise<never>(() => {}))

async function open(path = '/catalog') {
  history.replaceState(null, '', path)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Keys />
        <div style={{ height: 700 }}>
          <Suspense>
            <Switch>
              <Route path="/catalog/:itemId?">{({ itemId }) => <CatalogScreen itemId={itemId} />}</Route>
              <Route path="/next" component={NextScreen} />
            </Switch>
          </Suspense>
        </div>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  return screen
}

const rowNamed = (name: RegExp) => page.getByRole('row', { name })
const search = () => page.getByRole('combobox', { name: 'Search the catalog' })

beforeEach(async () => {
  await page.viewport(1200, 800)
  queryClient.clear()
  searches.length = 0
  drafts.length = 0
  for (const text of Object.keys(delays)) delete delays[text]
})

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

test('lines that are flung past are stood for, and those at the end are drawn', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  const veil = grid.querySelector<HTMLElement>('[data-flung]')
  const frame = () => new Promise(requestAnimationFrame)
  const stoodFor: boolean[] = []
  for (let step = 0; step < 8; step++) {
    grid.scrollTop += 5000
    await frame()
    await frame()
    stoodFor.push(veil?.checkVisibility() === true)
  }
  // A single great step is drawn at once; on a slow computer each of them may be a single one.
  expect(stoodFor[0]).toBe(false)
  expect(veil?.parentElement?.getBoundingClientRect().top).toBe(
    grid.getBoundingClientRect().top + headerHeight,
  )
  const { left, top, width, height } = grid.getBoundingClientRect()
  const middle = () => document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role="row"]')
  // Great steps through a million lines are scaled, and a slow computer takes several for one: thousands of lines down.
  await expect.poll(() => middle()?.textContent).toMatch(/^Item \d{4}/)
  expect(veil?.checkVisibility()).toBe(false)
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

test('a jump far down fetches the rows around its end, not those it passes', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Items' }).element()
  grid.scrollTop = grid.scrollHeight / 2
  await expect.poll(() => searches.some((asked) => asked.offset > 400_000)).toBe(true)
  expect(searches.length).toBeLessThan(8)
})

test('typing searches; the earlier rows stay until the answer is there; a late answer changes nothing', async () => {
  delays['slow'] = 600
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('slow')
  await expect.poll(() => searches.some((asked) => asked.text === 'slow')).toBe(true)
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('fast')
  await expect.element(rowNamed(/fast 0 /)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 700))
  await expect.element(rowNamed(/fast 0 /)).toBeVisible()
  expect(page.getByText(/^slow/).elements()).toHaveLength(0)
  expect(location.search).toBe('?q=fast')
})

test('a row that is opened while a person still types stays open, and the search is kept', async () => {
  await page.viewport(1500, 800)
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  const link = document.querySelector<HTMLElement>('[role="row"] a[href^="/catalog/i0"]')
  if (!link) throw new Error('The first row has no link.')
  await search().fill('oat')
  link.click()
  await expect.poll(() => location.pathname + location.search).toBe('/catalog/i0?q=oat')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
})

test('the letter after / belongs to the search, however soon it is typed, also while an item hides the list', async () => {
  const focusAfterSlash = () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))
    return document.activeElement
  }
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  expect(focusAfterSlash()).toBe(search().element())
  await page.viewport(1000, 800)
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  const whereItTypes = focusAfterSlash()
  expect(whereItTypes).toBe(search().element())
  await userEvent.keyboard('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
})

test('who leaves while a letter is still new is not called back while the next screen loads', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  navigate('/next')
  await expect.poll(() => search().query()).toBeNull()
  await new Promise((soon) => setTimeout(soon, 400))
  expect(location.pathname).toBe('/next')
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

test('Enter opens the active row in the address, keeping the search; Escape comes back to the list', async () => {
  await open('/catalog?q=oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i1' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/catalog/i1?q=oat')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid', { name: 'Items' })).toHaveFocus()
  expect(location.pathname + location.search).toBe('/catalog?q=oat')
})

test('Enter before the answer opens the first item of the answer; any other key, and it does not', async () => {
  delays['slow'] = 600
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await search().fill('slow')
  await userEvent.keyboard('{Enter}{Enter}{ArrowUp}')
  await expect.element(rowNamed(/slow 0 /)).toBeVisible()
  expect(location.pathname).toBe('/catalog')
  delays['slowly'] = 600
  await search().fill('slowly')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(rowNamed(/slow 0 /)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/catalog/i0?q=slowly')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
})

test('Enter in the same moment as the last letter belongs to the words with that letter', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  page.getByRole('grid', { name: 'Items' }).element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const field = search().element() as HTMLInputElement
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  field.focus()
  // As by a program that types: nothing is drawn meanwhile but what the events themselves draw.
  field.setRangeText('oat', 0, 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  press('Enter')
  press('Enter')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/catalog/i0?q=oat')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
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

test('a brand is found by typing without its accents, and lands in the address', async () => {
  await open()
  await page.getByRole('searchbox', { name: 'Search brands' }).fill('creme')
  await expect.element(page.getByRole('checkbox', { name: /Carrefour/ })).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: /Crème du Pré/ }).click()
  await expect.poll(() => location.search).toBe('?brand=b2')
  await expect.poll(() => searches.at(-1)?.brandIds).toEqual(['b2'])
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

const steps = page.getByRole('navigation', { name: 'Items of this search' })
const inSightNow = (link: Element | null): boolean => {
  const grid = page.getByRole('grid', { name: 'Items' }).element().getBoundingClientRect()
  const { top, bottom } = link?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return top >= grid.top && bottom <= grid.bottom
}

test('J and K lead through the result from the page of an item; the way back restores the place', async () => {
  await page.viewport(1000, 800)
  const opened = await open('/catalog/i500000')
  await expect.element(page.getByRole('heading', { name: 'Opened i500000' })).toHaveFocus()
  await expect.element(steps).toMatchTextContent(/500,001 of 1,000,000/)
  const length = history.length
  for (let press = 0; press < 30; press++) await userEvent.keyboard('j')
  await expect.element(page.getByRole('heading', { name: 'Opened i500030' })).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('heading', { name: 'Opened i500029' })).toHaveFocus()
  await expect.element(steps).toMatchTextContent(/500,030 of 1,000,000/)
  expect(history.length).toBe(length)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid', { name: 'Items' })).toHaveFocus()
  await expect.poll(() => inSightNow(document.querySelector('a[href="/catalog/i500029"]'))).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i500029' })).toBeVisible()
  await opened.unmount()
})

test('beside the list the open line follows; the part that is looked at stays; ends are ends', async () => {
  await page.viewport(1500, 800)
  await open('/catalog/i0?q=oat')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  await page.getByRole('tab', { name: 'XML' }).click()
  await expect.element(steps).toMatchTextContent(/1 of 3/)
  await expect.element(steps.getByRole('button', { name: 'Previous item' })).toBeDisabled()
  await userEvent.keyboard('jjj')
  await expect.element(page.getByRole('heading', { name: 'Opened i2' })).toHaveFocus()
  await expect.element(rowNamed(/oat 2/)).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByRole('tab', { name: 'XML' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(steps.getByRole('button', { name: 'Next item' })).toBeDisabled()
  await search().fill('other')
  await expect.element(page.getByText('3 of 3', { exact: true })).toBeVisible()
})

test('without an open item J and K move in the list; an item that the search does not find has no neighbours', async () => {
  await open('/catalog?q=oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  await userEvent.keyboard('jj{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i2' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  history.pushState(null, '', '/catalog/i77?q=oat')
  await expect.element(page.getByText('Not in this search')).toBeVisible()
})
