import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Problem } from '../../../src-shared/problem.ts'
import { ingestItem } from '../../../src-shared/vocabulary/ingest.ts'
import { type PlacedProblem, ProblemPanel, placeProblems } from './problem-panel.tsx'

const problem = (path: string, more: Partial<Problem> = {}): Problem => ({
  code: 'X',
  path,
  message: `Mend ${path}`,
  ...more,
})
const place = (path: string) => placeProblems([problem(path)], ingestItem)[0]

test('says of a problem which item and section it belongs to, in words', () => {
  expect(place('items/item[2]/productCodes/productCode[1]/@type')).toMatchObject({
    item: 1,
    section: 'identity',
    where: 'Identity · Product codes 1 · Kind of code',
  })
  expect(
    place('items/item[1]/products/product[1]/grocery/nutritions/nutrition[2]/sodium/@uom'),
  ).toMatchObject({
    section: 'nutrition',
    where: 'Nutrition · Products 1 · Grocery · Nutrition facts 2 · Sodium · Unit',
  })
  expect(place('items/item[1]/packageData/length')).toMatchObject({ where: 'Package · Length' })
  expect(place('items/item[1]')).toMatchObject({ item: 0, where: 'The item as a whole' })
  expect(place('items')).toMatchObject({ item: undefined, where: 'The feed as a whole' })
})

test('lists errors before warnings, and leads to what is chosen', async () => {
  const opened: PlacedProblem[] = []
  const problems = placeProblems(
    [
      problem('items/item[1]/media', { severity: 'warning' }),
      problem('items/item[1]/ecommerceTitle', { line: 7 }),
    ],
    ingestItem,
  )
  await render(
    <ProblemPanel problems={problems} severalItems showLines onOpen={(chosen) => opened.push(chosen)} />,
  )
  await expect.element(page.getByRole('heading')).toHaveTextContent('1 error, 1 warning')
  const first = page.getByRole('button').first()
  await expect.element(first.getByText('Item 1 · Identity · E-commerce title · line 7')).toBeVisible()
  await userEvent.click(first)
  expect(opened).toMatchObject([{ path: 'items/item[1]/ecommerceTitle' }])
})

test('what is about a feed in the outbox leads there too', async () => {
  const problems = placeProblems(
    [problem('items/item[1]', { severity: 'warning', feed: { id: 'f1', name: 'Rye' } }), problem('items')],
    ingestItem,
  )
  await render(<ProblemPanel problems={problems} severalItems showLines={false} onOpen={() => undefined} />)
  const link = page.getByRole('link', { name: 'Open “Rye” in the outbox' })
  await expect.element(link).toHaveAttribute('href', '/outbox/f1')
  expect(page.getByRole('link').elements()).toHaveLength(1)
})

test('a feed without problems says so', async () => {
  await render(<ProblemPanel problems={[]} severalItems={false} showLines={false} onOpen={() => undefined} />)
  await expect.element(page.getByRole('heading', { name: 'No errors' })).toBeVisible()
})

test('an item that is in the catalog already can be made a refresh, with what that means', async () => {
  let made = 0
  const problems = placeProblems(
    [problem('items/item[1]/productCodes/productCode[1]', { code: 'GTIN_EXISTS' })],
    ingestItem,
  )
  const panel = { problems, severalItems: false, showLines: false, onOpen: () => undefined }
  const { rerender } = await render(<ProblemPanel {...panel} onMakeRefresh={() => made++} />)
  await expect.element(page.getByText(/what you leave empty is gone from it/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Make this a refresh' }))
  expect(made).toBe(1)
  await rerender(<ProblemPanel {...panel} problems={[]} onMakeRefresh={() => made++} />)
  expect(page.getByRole('button', { name: 'Make this a refresh' }).elements()).toEqual([])
})
