import fc from 'fast-check'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { nutritionLabel } from '../../../../src-shared/nutrition/us-label.ts'
import { type Nutrition, nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { UsLabel } from './us-label.tsx'

const read = (content: string): Nutrition => {
  const { value } = parseElement(nutrition, `<nutrition sequence="1">${content}</nutrition>`, {
    role: 'response',
  })
  if (!value) throw new Error('The sample is not well-formed.')
  return value
}

const oats = read(`
  <numberOfServings>8</numberOfServings>
  <servingSizes>
    <servingSize type="metric"><measure>55</measure><uom>GRM</uom></servingSize>
    <servingSize type="other"><measure>2/3</measure><uom>cup</uom></servingSize>
  </servingSizes>
  <energy>230</energy>
  <totalFat uom="GRM" dailyPct="10" calories="72">8</totalFat>
  <saturatedFat uom="GRM" dailyPct="5" calories="">1</saturatedFat>
  <transFat uom="GRM" dailyPct="">0</transFat>
  <sodium uom="MGM" dailyPct="7">160</sodium>
  <vitaminD uom="MC">2</vitaminD>
  <calcium uom="MGM">260</calcium>
  <dailyPercentOfCalcium>20</dailyPercentOfCalcium>
  <dailyPercentOfVitaminA>4</dailyPercentOfVitaminA>
  <sugars uom="GRM">12</sugars>
  <addedSugars uom="GRM">10</addedSugars>
  <allulose uom="GRM">3</allulose>`)

/** Amounts and units are joined by a no-break space. */
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ').trim()

test('renders the label as printed on a package', async () => {
  const screen = await render(<UsLabel facts={oats} />)
  const label = screen.getByRole('article', { name: 'Nutrition Facts' })
  await expect.element(label).toMatchTextContent(/8 servings per container/)
  await expect.element(label).toMatchTextContent(/Serving size2\/3 cup \(55 g\)/)
  await expect.element(label).toMatchTextContent(/Calories230/)
  const lines = [...screen.container.querySelectorAll('tbody tr')].map((line) =>
    [...line.children].map((cell) => plain(cell.textContent)),
  )
  expect(lines).toEqual([
    ['Total fat 8 g', '10%'],
    ['Saturated fat 1 g', '5%'],
    ['Trans fat 0 g', ''],
    ['Sodium 160 mg', '7%'],
    ['Total sugars 12 g', ''],
    ['Includes 10 g added sugars', '20%† computed'],
    ['Vitamin D 2 µg', '10%† computed'],
    ['Calcium 260 mg', '20%'],
    ['Vitamin A', '4%'],
  ])
})

test('shows unknown elements on the label', async () => {
  const screen = await render(<UsLabel facts={oats} />)
  await expect.element(screen.getByText('allulose', { exact: true })).toBeVisible()
})

test('shows a note on a label without facts', async () => {
  const screen = await render(<UsLabel facts={read('<energy/><totalFat uom="" dailyPct=""/>')} />)
  const label = screen.getByRole('article', { name: 'Nutrition Facts' })
  await expect.element(label).toMatchTextContent(/No nutrients given/)
  await expect.element(label).toMatchTextContent(/Serving sizenot given/)
  expect(label.element().textContent).not.toContain('%')
})

test('shows the household measure of a serving first, in whichever order the record lists them', () => {
  const sizes = (content: string) =>
    nutritionLabel(read(`<servingSizes>${content}</servingSizes>`)).servingSize
  const metric = '<servingSize type="metric"><measure>30</measure><uom>g</uom></servingSize>'
  const other = '<servingSize type="other"><measure>1</measure><uom>bar</uom></servingSize>'
  expect(plain(sizes(metric + other))).toBe('1 bar (30 g)')
  expect(plain(sizes(metric))).toBe('30 g')
  expect(plain(sizes(other))).toBe('1 bar')
  expect(sizes('')).toBeUndefined()
})

test('shows every amount and daily value of any record', () => {
  fc.assert(
    fc.property(arbitraryOf(nutrition), (facts) => {
      const label = nutritionLabel(facts)
      const serialized = JSON.stringify(label)
      const lines = [...label.main, ...label.minor]
      for (const [key, value] of Object.entries(facts)) {
        if (typeof value === 'string' && value !== '' && key !== 'sequence') {
          expect(serialized).toContain(JSON.stringify(value))
        } else if (typeof value === 'object' && 'measure' in value) {
          if (value.measure) expect(label.referenceAmount).toContain(value.measure)
        } else if (typeof value === 'object' && 'text' in value) {
          const line = lines.find((candidate) => candidate.key === key)
          if (value.text) expect(line?.amount).toContain(value.text)
          if ('dailyPct' in value && value.dailyPct) expect(line?.dailyPercent).toBe(value.dailyPct)
          if ('calories' in value && value.calories)
            expect(serialized).toContain(JSON.stringify(value.calories))
        }
      }
    }),
    { numRuns: 50 },
  )
})
