import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Pager } from './pager.tsx'
import '../theme.css'

test('the pager shows the visible range, and its buttons are disabled at the ends of the list', async () => {
  const turned: number[] = []
  const screen = await render(
    <section>
      <Pager offset={0} shown={100} total={1234} pageSize={100} onPage={(next) => turned.push(next)} />
    </section>,
  )
  await expect.element(page.getByText('1–100 of 1,234')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await screen.rerender(
    <section>
      <Pager offset={1200} shown={34} total={1234} pageSize={100} onPage={(next) => turned.push(next)} />
    </section>,
  )
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  expect(turned).toEqual([2, 12])
})
