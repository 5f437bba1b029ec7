import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { checkItems } from '../../../src-shared/feeds/kinds/check-feed.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { type IngestItems, ingestItem, ingestItems } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { parseDocument, writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { installBackend } from '../../testing/test-backend.ts'
import { createFormStore, FormStoreProvider } from '../form-store.ts'
import { entryPlace, rootPlace } from '../place.ts'
import { createProblemStore, ProblemStoreProvider } from '../problem-store.ts'
import '../../ui/theme.css'

let market: 'fda' | 'eu' = 'fda'
let removeBackend = () => {}
beforeAll(() => {
  const settings = () => ({
    theme: 'system' as const,
    logLevel: undefined,
    nutritionMarket: market,
    feedGrids: {},
  })
  removeBackend = installBackend({
    computer: {
      settings,
      setSettings(given: { nutritionMarket: 'fda' | 'eu' }) {
        market = given.nutritionMarket
        return settings()
      },
    },
  })
})
afterAll(() => removeBackend())
beforeEach(() => {
  market = 'fda'
})

const oats = `<nutrition sequence="1">
  <numberOfServings>8</numberOfServings>
  <servingSizes><servingSize type="metric"><measure>55</measure><uom>GRM</uom></servingSize></servingSizes>
  <energy>230</energy>
  <totalFat uom="GRM" calories="72" kind="declared">8</totalFat><saturatedFat uom="GRM" dailyPct="6">1</saturatedFat>
  <sodium uom="MGM">160</sodium><carbohydrates uom="GRM">37</carbohydrates><dietaryFiber uom="GRM">4</dietaryFiber>
  <sugars uom="GRM">12</sugars><protein uom="GRM">3</protein><calcium uom="MGM">260</calcium>
  <allulose uom="GRM">3</allulose></nutrition>`

/** Renders the nutrition facts of a feed's only item, validated after every edit like a draft. */
async function draw(...panels: string[]) {
  const { Form, sectionsOf } = await import('../form.tsx')
  const { value } = parseDocument(
    documents.ingestItems,
    `<items xmlns="https://ns.catalog-desk.example/feed/item"><item><products><product><grocery><nutritions>${panels.join('')}</nutritions></grocery></product></products></item></items>`,
  )
  const member = ingestItems.elements.get('item')
  if (!value || !member) throw new Error('The feed of this test cannot be read.')
  const store = createFormStore(value)
  const problems = createProblemStore()
  const validate = () => problems.replace(checkItems('create', (store.value() as IngestItems).item))
  store.subscribe(validate)
  validate()
  const { container } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <FormStoreProvider value={store}>
        <ProblemStoreProvider value={problems}>
          <Form
            group={ingestItem}
            place={entryPlace(rootPlace('items'), member, 0)}
            sections={sectionsOf(ingestItem).filter(({ id }) => id === 'nutrition')}
            required={new Set()}
          />
        </ProblemStoreProvider>
      </FormStoreProvider>
    </QueryClientProvider>,
  )
  const written = () => writeDocument(documents.ingestItems, store.value() as IngestItems)
  const facts = () => (store.value() as IngestItems).item[0]?.products?.[0]?.grocery?.nutritions ?? []
  return { container, written, facts }
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('a computed percentage is a placeholder, and is stored only when a person accepts it', async () => {
  const form = await draw(oats)
  const before = form.written()
  const share = field('Total fat, percent of daily value')
  await expect.element(share).toHaveAttribute('placeholder', '10')
  await expect.element(share).toHaveAccessibleDescription('10 % of the daily value, computed from FDA')
  expect(form.written()).toBe(before)
  await userEvent.click(page.getByRole('button', { name: 'Take 10 % for Total fat, percent of daily value' }))
  expect(form.facts()[0]?.totalFat?.dailyPct).toBe('10')
  await expect.element(share).toHaveFocus()
  expect(page.getByRole('button', { name: /Take .* for Total fat/ }).elements()).toEqual([])
})

test('a typed percentage is kept, with the computed one on offer', async () => {
  const form = await draw(oats)
  await expect.element(field('Saturated fat, percent of daily value')).toHaveValue('6')
  await userEvent.click(page.getByRole('button', { name: 'Actions of nutrition panel 1' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Fill in empty percentages by FDA' }))
  expect(form.facts()[0]).toMatchObject({
    totalFat: { dailyPct: '10' },
    saturatedFat: { dailyPct: '6' },
    sodium: { dailyPct: '7' },
    dailyPercentOfCalcium: '20',
  })
  await userEvent.click(
    page.getByRole('button', { name: 'Take 5 % for Saturated fat, percent of daily value' }),
  )
  expect(form.facts()[0]?.saturatedFat?.dailyPct).toBe('5')
})

test('the chosen law is saved', async () => {
  await draw(oats)
  await page.getByText('EU', { exact: true }).click()
  await expect.element(field('Total fat, percent of daily value')).toHaveAttribute('placeholder', '11')
  await expect.element(field('Dietary fibre, percent of daily value')).not.toHaveAttribute('placeholder')
  await expect.element(field('Protein, percent of daily value')).toHaveAttribute('placeholder', '6')
  await expect.poll(() => market).toBe('eu')
})

test('Enter and the arrow keys move along the column; a select keeps its arrow keys', async () => {
  await draw(oats)
  await userEvent.click(field('Energy (kcal)'))
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Total fat, calories')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(field('Saturated fat, amount')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field('Total fat, amount')).toHaveFocus()
  await userEvent.keyboard('9.5{Enter}')
  await expect.element(field('Total fat, amount')).toHaveValue('9.5')
  const unit = page.getByRole('combobox', { name: 'Total fat, unit' })
  unit.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(unit).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'Saturated fat, unit' })).toHaveFocus()
})

test('the panel per 100 g is computed from the panel per serving', async () => {
  const form = await draw(oats)
  await userEvent.click(page.getByRole('button', { name: 'Make the panel per 100 g from panel 1' }))
  expect(form.facts()[1]).toEqual({
    sequence: '2',
    servingSizes: [{ type: 'metric', measure: '100', uom: 'GRM' }],
    energy: '418',
    totalFat: { uom: 'GRM', text: '15' },
    saturatedFat: { uom: 'GRM', text: '2' },
    sodium: { uom: 'MGM', text: '291' },
    carbohydrates: { uom: 'GRM', text: '67' },
    dietaryFiber: { uom: 'GRM', text: '7' },
    sugars: { uom: 'GRM', text: '22' },
    protein: { uom: 'GRM', text: '5' },
    calcium: { uom: 'MGM', text: '473' },
  })
  await expect.element(field('Energy (kcal), panel 2')).toHaveFocus()
  await expect.element(field('Sodium, amount, panel 1')).toHaveValue('160')
  await userEvent.fill(field('Sodium, amount, panel 2'), '400')
  await expect
    .element(
      page.getByText('Panel 2: Sodium is 400 mg here, but 160 mg in 55 g (panel 1) are 291 mg in 100 g.'),
    )
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /Make the panel/ })).not.toBeInTheDocument()
})

test('inconsistent values are reported at their row; the sums are below the table', async () => {
  const form = await draw(oats)
  const sums = () =>
    [...form.container.querySelectorAll('tfoot tr')].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join(': '),
    )
  expect(sums()).toEqual([
    'Energy of the amounts: 232 kcal, 230 kcal given (adds up)',
    'Parts of carbohydrates: 16 g, 37 g given (adds up)',
  ])
  await userEvent.fill(field('Energy (kcal)'), '962')
  expect(sums()[0]).toBe('Energy of the amounts: 232 kcal, 962 kcal given (does not add up)')
  await expect
    .element(field('Energy (kcal)'))
    .toHaveAccessibleDescription(/^Energy of 962 kcal looks like kilojoules/)
  await userEvent.click(page.getByRole('button', { name: 'Write 230' }))
  expect(form.facts()[0]?.energy).toBe('230')
  await expect.element(page.getByText(/looks like kilojoules/)).not.toBeInTheDocument()
  // Fibre is part of the carbohydrates under FDA rules only; no rule of the feed checks it.
  await userEvent.fill(field('Dietary fibre, amount'), '30')
  const words = page.getByText(/^Dietary fibre and sugars are 42 g together/)
  await expect.element(words).toBeVisible()
  await page.getByText('EU', { exact: true }).click()
  await expect.element(words).not.toBeInTheDocument()
})

test('amounts are rounded by the law on request', async () => {
  const form = await draw(oats.replace('>8<', '>8.4<').replace('>160<', '>163<'))
  await userEvent.click(page.getByRole('button', { name: 'Actions of nutrition panel 1' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Round amounts by FDA' }))
  expect(form.facts()[0]).toMatchObject({ totalFat: { text: '8' }, sodium: { text: '160' }, energy: '230' })
})

test('panels are added, moved and removed', async () => {
  const form = await draw(oats, '<nutrition><title>As prepared</title><energy>300</energy></nutrition>')
  await userEvent.click(page.getByRole('button', { name: 'Actions of nutrition panel 1' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Move to the right' }))
  expect(form.facts().map(({ energy }) => energy)).toEqual(['300', '230'])
  await userEvent.click(page.getByRole('button', { name: 'Add nutrition panel' }))
  await userEvent.fill(field('Energy (kcal), panel 3'), '5')
  expect(form.facts()).toHaveLength(3)
  for (const _ of [1, 2, 3]) {
    await userEvent.click(page.getByRole('button', { name: 'Actions of nutrition panel 1' }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Remove the panel' }))
  }
  expect(form.written()).not.toContain('nutritions')
})

test('unknown parts are kept through every edit', async () => {
  const form = await draw(oats)
  await userEvent.fill(field('Total fat, amount'), '9')
  await userEvent.fill(field('Sodium, amount'), '170')
  expect(form.written()).toContain('<allulose uom="GRM">3</allulose>')
  expect(form.written()).toMatch(/<totalFat [^>]*kind="declared"[^>]*>9</)
})
