import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Missing, Score } from '../../src-shared/completeness/model.ts'
import { Completeness, percentOf } from './completeness.tsx'
import './theme.css'

const missing: Missing[] = [
  {
    path: 'products/product[1]/grocery/ingredients',
    label: 'Ingredients',
    section: 'grocery',
    kind: 'required',
    isAbsent: true,
    reason: 'not given',
  },
  {
    path: 'ecommerceTitle',
    label: 'E-commerce title',
    section: 'identity',
    kind: 'wished',
    isAbsent: false,
    reason: '4 of at least 10 characters',
  },
]
const score: Score = {
  score: 0.999,
  required: { met: 3, of: 4 },
  wished: { met: 1, of: 2 },
  missing,
  notChecked: [
    { label: 'Keywords', reason: 'A copy of a service keeps no Content+' },
    { label: 'Bullet points', reason: 'A copy of a service keeps no Content+' },
  ],
}

test('missing fields are grouped by section in form order, and open their field', async () => {
  const opened: string[] = []
  await render(<Completeness score={score} onGo={({ path }) => void opened.push(path)} />)
  const headings = page.getByRole('heading', { level: 3 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Identity', 'Grocery'])
  await expect.element(page.getByText('3 of 4 required, 1 of 2 wished')).toBeVisible()
  await page.getByRole('button', { name: 'Ingredients not given Required' }).click()
  ;(page.getByRole('button', { name: /E-commerce title/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => opened).toEqual(['products/product[1]/grocery/ingredients', 'ecommerceTitle'])
  await expect
    .element(page.getByText(/2 fields not judged: A copy of a service keeps no Content\+ \(Keywords; Bullet/))
    .toBeVisible()
})

test('without onGo, missing fields are not buttons', async () => {
  await render(<Completeness score={score} />)
  expect(page.getByRole('button').elements()).toEqual([])
  await expect.element(page.getByText('Ingredients')).toBeVisible()
})

test('only a complete score is shown as 100 %', async () => {
  expect([0, 0.5, 0.999, 1].map(percentOf)).toEqual(['0 %', '50 %', '99 %', '100 %'])
  await render(
    <Completeness score={{ ...score, score: 1, missing: [], notChecked: [], required: { met: 4, of: 4 } }} />,
  )
  await expect.element(page.getByText(/Nothing is missing/)).toBeVisible()
  await expect
    .element(page.getByRole('meter', { name: 'Completeness' }))
    .toHaveAttribute('aria-valuenow', '100')
})
