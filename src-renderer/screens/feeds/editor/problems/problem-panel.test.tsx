import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FeedProblem } from '../../../../../src-shared/feeds/feed-problem.ts'
import { ingestItem } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import { type PlacedProblem, ProblemPanel, placeProblems } from './problem-panel.tsx'

const problem = (path: string, more: Partial<FeedProblem> = {}): FeedProblem => ({
  code: 'X',
  path,
  message: `Mend ${path}`,
  ...more,
})
const place = (path: string) => placeProblems([problem(path)], ingestItem)[0]

const panel = {
  problems: [],
  toFill: 0,
  showLines: false,
  onOpen: () => undefined,
  onFill: () => undefined,
  pictureOf: () => undefined,
  onField: () => undefined,
  onSuggestion: () => undefined,
  onDropPicture: async () => undefined,
}

test('maps a problem to its section and describes its location', () => {
  expect(place('items/item[1]/productCodes/productCode[1]/@type')).toMatchObject({
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
  expect(place('items/item[1]')).toMatchObject({ section: undefined, where: 'The item as a whole' })
  expect(place('items')).toMatchObject({ section: undefined, where: 'The item as a whole' })
})

test('lists errors before warnings and opens the clicked problem', async () => {
  const opened: PlacedProblem[] = []
  const problems = placeProblems(
    [
      problem('items/item[1]/media', { severity: 'warning' }),
      problem('items/item[1]/ecommerceTitle', { line: 7 }),
    ],
    ingestItem,
  )
  await render(
    <ProblemPanel {...panel} problems={problems} showLines onOpen={(chosen) => opened.push(chosen)} />,
  )
  const first = page.getByRole('button').first()
  await expect.element(first.getByText('Identity · E-commerce title · line 7')).toBeVisible()
  await userEvent.click(first)
  await expect.poll(() => opened).toMatchObject([{ path: 'items/item[1]/ecommerceTitle' }])
})

test('links a problem about a feed to the outbox', async () => {
  const problems = placeProblems(
    [problem('items/item[1]', { severity: 'warning', feed: { id: 'f1', name: 'Rye' } }), problem('items')],
    ingestItem,
  )
  await render(<ProblemPanel {...panel} problems={problems} />)
  const link = page.getByRole('link', { name: 'Open “Rye” in the outbox' })
  await expect.element(link).toHaveAttribute('href', '/outbox/f1')
  expect(page.getByRole('link').elements()).toHaveLength(1)
})

test('says of an error that the service refused it in a feed', async () => {
  const refused = { feed: { id: 'f1', name: 'Rye' } }
  const problems = placeProblems([problem('items/item[1]/categoryId', refused)], ingestItem)
  await render(<ProblemPanel {...panel} problems={problems} />)
  await expect.element(page.getByRole('link', { name: 'Refused by the service in “Rye”' })).toBeVisible()
})

test('applies the suggestion of a problem and shows its reason', async () => {
  const taken: PlacedProblem[] = []
  const [wrong] = placeProblems(
    [
      {
        ...problem('items/item[1]/productCodes/productCode[1]'),
        suggestion: { value: '12', why: 'Its check digit.' },
      },
    ],
    ingestItem,
  )
  await render(
    <ProblemPanel {...panel} problems={wrong ? [wrong] : []} onSuggestion={(chosen) => taken.push(chosen)} />,
  )
  await expect.element(page.getByText('Its check digit.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Use “12”' }))
  await expect.poll(() => taken).toEqual([wrong])
})

test('offers another address or no picture where the service cannot fetch it', async () => {
  const [path, done] = ['items/item[1]/media/medium[2]/url', [] as string[]]
  const problems = placeProblems(
    [problem(path, { code: 'PICTURE_UNREACHABLE' }), problem('items')],
    ingestItem,
  )
  await render(
    <ProblemPanel
      {...panel}
      problems={problems}
      onField={(field) => done.push(`address ${field}`)}
      onDropPicture={async (chosen) => void done.push(`drop ${chosen.path}`)}
    />,
  )
  await page.getByRole('button', { name: 'Enter an address' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect.poll(() => done).toEqual([`address ${path}`, `drop ${path}`])
})

test('counts untouched required fields as "to fill", not as errors', async () => {
  let filled = 0
  const wrong = placeProblems([problem('items/item[1]/ecommerceTitle')], ingestItem)
  const { rerender } = await render(<ProblemPanel {...panel} toFill={3} onFill={() => filled++} />)
  expect(page.getByLabelText('Error').elements()).toEqual([])
  // The header of the draft shows this until there is an error in the list.
  expect(page.getByRole('button').elements()).toEqual([])
  await rerender(<ProblemPanel {...panel} problems={wrong} toFill={3} onFill={() => filled++} />)
  await userEvent.click(page.getByRole('button', { name: '3 required fields still to fill' }))
  await expect.poll(() => filled).toBe(1)
})
