import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cell, click, openGrid, picking, text } from '../testing/grid-page.tsx'
import { MemorySource } from '../testing/memory-source.ts'

const open = async (...ids: string[]) => {
  const source = new MemorySource(
    'contentplus',
    ids.map((id) => ({ id, retailer: [] })),
  )
  await openGrid(source)
  return source
}
const field = () => page.getByRole('combobox', { name: 'Item' })
beforeEach(() => {
  picking.held = Promise.resolve()
})

test('shows an item with name and identifier, or only the identifier if the catalog does not have it', async () => {
  await open('i1', 'x9')
  await expect.poll(() => text(0, 'Item')).toBe('Oat drinki1')
  expect(text(1, 'Item')).toBe('x9')
})

test('finds an item by words, selects it with Enter and moves to the next row', async () => {
  const source = await open('i1', 'i1')
  await click(0, 'Item')
  await userEvent.keyboard('oat bar')
  await expect
    .element(page.getByRole('option', { name: 'Oat bar Oatlark · 036000291452 · identifier i2' }))
    .toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => source.text(0, 'id')).toBe('i2')
  await expect.poll(() => text(0, 'Item')).toBe('Oat bari2')
  await expect.poll(() => document.activeElement).toBe(cell(1, 'Item'))
})

test('selects the item of a scanned code even if Enter arrives before the search result', async () => {
  let release = () => {}
  picking.held = new Promise((resolve) => {
    release = resolve
  })
  const source = await open('x9', 'x9')
  await click(0, 'Item')
  await userEvent.keyboard('4006381333931{Enter}')
  expect(source.text(0, 'id')).toBe('x9')
  release()
  await expect.poll(() => source.text(0, 'id')).toBe('i1')
})

test('selects nothing for a code of several items until a person chooses one', async () => {
  const source = await open('x9')
  await click(0, 'Item')
  await userEvent.keyboard('96385074')
  await expect.element(page.getByText('2 items have this product code: choose one.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toBeVisible()
  expect(source.text(0, 'id')).toBe('x9')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(() => source.text(0, 'id')).toBe('i4')
})

test('reports unfinished typing on blur and stores an unknown identifier when its option is chosen', async () => {
  const source = await open('i1', 'i1')
  await click(0, 'Item')
  await userEvent.keyboard('oat')
  await expect.element(page.getByRole('option', { name: /Oat drink Oatlark/ })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Find items' })
  await search.click()
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(search).toHaveFocus()
  await expect.element(page.getByText('“oat” was not stored: it is not exactly one item')).toBeVisible()
  expect(source.steps).toHaveLength(0)
  await click(1, 'Item')
  await userEvent.keyboard('abc-7')
  const unknownOption = page.getByRole('option', { name: /^Use the identifier abc-7 as it is/ })
  await expect.element(unknownOption).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(unknownOption).toBeVisible()
  await userEvent.click(unknownOption)
  await expect.poll(() => source.text(1, 'id')).toBe('abc-7')
})
