import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from 'wouter/use-browser-location'
import { delays, open, rowNamed, search, searches } from '../testing/open-catalog.tsx'

test('searches on typing, keeps the previous rows until the result arrives and ignores late results', async () => {
  delays['slow'] = 600
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('slow')
  await expect.poll(() => searches.some((query) => query.text === 'slow')).toBe(true)
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('fast')
  await expect.element(rowNamed(/fast 0 /)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 700))
  await expect.element(rowNamed(/fast 0 /)).toBeVisible()
  expect(page.getByText(/^slow/).elements()).toHaveLength(0)
  expect(location.search).toBe('?q=fast')
})

test('keeps a row open, with the search, that is opened while a person is still typing', async () => {
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

test('sends the letter typed right after / to the search field, even while an item hides the list', async () => {
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
  const focused = focusAfterSlash()
  expect(focused).toBe(search().element())
  await userEvent.keyboard('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
})

test('does not navigate back when the screen is left right after a keystroke', async () => {
  await open()
  await expect.element(rowNamed(/Item 0 /)).toBeVisible()
  await search().fill('oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  navigate('/next')
  await expect.poll(() => search().query()).toBeNull()
  await new Promise((soon) => setTimeout(soon, 400))
  expect(location.pathname).toBe('/next')
})

test('Enter opens the active row with the search in the address; Escape returns to the list', async () => {
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

test('Enter before the result arrives opens its first item, unless another key follows', async () => {
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

test('Enter dispatched together with the last letter uses the search with that letter', async () => {
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
  // Events of a program that types: only the events themselves can cause a render.
  field.setRangeText('oat', 0, 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  press('Enter')
  press('Enter')
  await expect.element(page.getByRole('heading', { name: 'Opened i0' })).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/catalog/i0?q=oat')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
})

test('finds a brand typed without accents and writes it to the address', async () => {
  await open()
  await page.getByRole('searchbox', { name: 'Search brands' }).fill('creme')
  await expect.element(page.getByRole('checkbox', { name: /Carrefour/ })).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: /Crème du Pré/ }).click()
  await expect.poll(() => location.search).toBe('?brand=b2')
  await expect.poll(() => searches.at(-1)?.brandIds).toEqual(['b2'])
})
