import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from 'wouter/use-browser-location'
import { delays, open, rowNamed, search, searches } from '../testing/open-catalog.tsx'

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

test('a brand is found by typing without its accents, and lands in the address', async () => {
  await open()
  await page.getByRole('searchbox', { name: 'Search brands' }).fill('creme')
  await expect.element(page.getByRole('checkbox', { name: /Carrefour/ })).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: /Crème du Pré/ }).click()
  await expect.poll(() => location.search).toBe('?brand=b2')
  await expect.poll(() => searches.at(-1)?.brandIds).toEqual(['b2'])
})
