import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { delays, open, rowNamed, search } from '../testing/open-catalog.tsx'

const steps = page.getByRole('navigation', { name: 'Items of this search' })
const isVisible = (link: Element | null): boolean => {
  const grid = page.getByRole('grid', { name: 'Items' }).element().getBoundingClientRect()
  const { top, bottom } = link?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return top >= grid.top && bottom <= grid.bottom
}

test("J and K step through the result from an item's page; Escape restores the position in the list", async () => {
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
  await expect.poll(() => isVisible(document.querySelector('a[href="/catalog/i500029"]'))).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i500029' })).toBeVisible()
  await opened.unmount()
})

test('updates the row next to the open item, keeps the selected tab and stops at both ends', async () => {
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

test('scrolls to an open item far down, even if its index is known before the total', async () => {
  await page.viewport(1500, 800)
  delays[''] = 300
  await open('/catalog/i7000')
  await expect.element(rowNamed(/Item 7000/)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => isVisible(document.querySelector('a[href="/catalog/i7000"]'))).toBe(true)
})

test('J and K move in the list when no item is open; an item outside the result has no neighbors', async () => {
  await open('/catalog?q=oat')
  await expect.element(rowNamed(/oat 0 /)).toBeVisible()
  await userEvent.keyboard('jj{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Opened i2' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  history.pushState(null, '', '/catalog/i77?q=oat')
  await expect.element(page.getByText('Not in this search')).toBeVisible()
})
