import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { wholeCatalog } from '../catalog-address.ts'
import { FilterChips } from './filter-chips.tsx'
import '../../../ui/theme.css'

const brandIds = ['Oatlark', 'Meadowbell', 'Norrvik', 'Fizzwick', 'Pomona Lane', 'Hearth and Rye']

function Example({ width }: { width: number }) {
  const [selection, setSelection] = useState<CatalogSelection>({ ...wholeCatalog, brandIds })
  return (
    <div style={{ width, display: 'flex' }}>
      <FilterChips selection={selection} facets={undefined} onSelectionChange={setSelection} />
    </div>
  )
}
const removals = () => page.getByRole('button', { name: /^Take the filter/ })
const height = () =>
  page.getByRole('list', { name: 'Chosen filters' }).element().getBoundingClientRect().height

test('the chips stay in one row, and the others are shown on request', async () => {
  const { rerender } = await render(<Example width={420} />)
  const more = page.getByRole('button', { name: /^Show \d more filters$/ })
  await expect.element(more).toMatchTextContent(/^\+\d$/)
  const shown = removals().elements().length
  expect(shown).toBeGreaterThan(0)
  await expect.element(more).toHaveTextContent(`+${brandIds.length - shown}`)
  expect(height()).toBeLessThan(40)
  const list = page.getByRole('list', { name: 'Chosen filters' }).element()
  expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)

  await more.click()
  expect(removals().elements()).toHaveLength(brandIds.length)
  expect(height()).toBeGreaterThan(40)
  // Removing one leaves the others visible.
  await removals().first().click()
  expect(removals().elements()).toHaveLength(brandIds.length - 1)
  await page.getByRole('button', { name: 'Show the filters in one row' }).click()
  expect(height()).toBeLessThan(40)

  await rerender(<Example width={1200} />)
  await expect.poll(() => removals().elements().length).toBe(brandIds.length - 1)
  expect(page.getByRole('button', { name: /more filter/ }).elements()).toEqual([])
})
