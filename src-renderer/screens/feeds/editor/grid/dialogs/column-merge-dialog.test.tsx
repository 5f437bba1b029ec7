import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openGrid } from '../testing/grid-page.tsx'
import { MemorySource } from '../testing/memory-source.ts'

const column = 'products/0/brandDescription'
const titles = ['Nestle', 'Nestlé', 'NESTLÉ', 'Nestlee', 'Oatlark']

test('merges alike values of a column as one step; similar ones only if selected', async () => {
  const source = new MemorySource(
    'create',
    titles.map((brand) => ({ ecommerceTitle: 'Tea', products: [{ brandDescription: brand }] })),
  )
  const columns = ['ecommerceTitle', column]
  await openGrid(source, new Map([['create', { columns, widths: {}, frozen: 1 }]]))
  await userEvent.click(page.getByRole('button', { name: /^Brand.*: sort, filter and more/ }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Merge alike values…' }))
  const group = page.getByRole('listitem', { name: 'Group of Nestle' })
  await expect.element(group.getByRole('checkbox', { name: 'Merge Nestlee' })).not.toBeChecked()
  await userEvent.click(page.getByRole('checkbox', { name: 'Remember for the next file and draft' }))
  // The keyboard moves between the values, and merges.
  ;(group.getByRole('checkbox', { name: 'Merge NESTLÉ' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('button', { name: 'Merge 3 values' })).toBeEnabled()
  await userEvent.click(group.getByRole('button', { name: 'Nestlé', exact: true }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => source.steps).toHaveLength(1)
  expect(titles.map((_, row) => source.text(row, column))).toEqual([
    ...['Nestlé', 'Nestlé', 'Nestlé', 'Nestlé'],
    'Oatlark',
  ])
})
