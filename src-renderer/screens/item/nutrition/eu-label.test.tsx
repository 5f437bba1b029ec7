import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { euLabel } from '../../../../src-shared/nutrition/eu-label.ts'
import { type Nutrition, nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { EuLabel } from './eu-label.tsx'

const read = (content: string): Nutrition => {
  const { value } = parseElement(nutrition, `<nutrition sequence="1">${content}</nutrition>`, {
    role: 'response',
  })
  if (!value) throw new Error('The sample is not well-formed.')
  return value
}
const serving = (measure: string, uom = 'GRM'): string =>
  `<servingSizes><servingSize type="metric"><measure>${measure}</measure><uom>${uom}</uom></servingSize></servingSizes>`

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ').trim()

const bar = read(`${serving('50')}<energy>200</energy><totalFat uom="GRM">10</totalFat>
  <saturatedFat uom="GRM">4</saturatedFat><sodium uom="MGM">400</sodium><carbohydrates uom="GRM">22</carbohydrates>
  <sugars uom="GRM">9</sugars><protein uom="GRM">5</protein>`)

test('computes the values per 100 g from a serving and marks them as computed', async () => {
  const screen = await render(<EuLabel panels={[bar]} />)
  const heads = screen.container.querySelectorAll('thead th')
  expect([...heads].map((head) => plain(head.textContent))).toEqual(['Nutrient', 'per 100 g', 'per 50 g'])
  // Each heading stands above its own cells.
  const cells = screen.container.querySelectorAll('tbody tr:first-child > *')
  expect([...heads].map((head) => head.getBoundingClientRect().right).slice(1)).toEqual(
    [...cells].map((cell) => cell.getBoundingClientRect().right).slice(1),
  )
  const lines = [...screen.container.querySelectorAll('tbody tr')].map((line) =>
    [...line.children].map((cell) => plain(cell.firstChild?.textContent)),
  )
  expect(lines).toEqual([
    ['Energy', '1674 kJ / 400 kcal', '837 kJ / 200 kcal'],
    ['Fat', '20 g', '10 g'],
    ['of which saturates', '8 g', '4 g'],
    ['Carbohydrate', '44 g', '22 g'],
    ['of which sugars', '18 g', '9 g'],
    ['Protein', '10 g', '5 g'],
    ['Salt', '2 g', '1 g'],
  ])
  expect(
    [...screen.container.querySelectorAll('tbody td')].map((cell) => plain(cell.textContent)).slice(0, 2),
  ).toEqual(['1674 kJ / 400 kcal† computed20 % RI*† computed', '837 kJ / 200 kcal† computed'])
  await expect
    .element(screen.getByText('† Computed here: the record does not give this value.'))
    .toBeVisible()
})

test('shows given values per 100 g first and does not compute them', () => {
  const hundred = read(
    `${serving('100')}<energy>400</energy><energyKj>1680</energyKj><salt uom="GRM">2</salt>`,
  )
  const { columns, lines } = euLabel([bar, hundred])
  expect(columns.map(({ words }) => plain(words))).toEqual(['100 g', '50 g'])
  expect(lines[0]?.cells[0]).toEqual({ amount: '1680\u00a0kJ / 400\u00a0kcal', percent: '20' })
  const salt = lines.find(({ key }) => key === 'salt')
  expect(salt?.cells.map((cell) => cell?.isComputed)).toEqual([undefined, true])
})

test('computes nothing per 100 g without a serving in grams and omits lines without facts', () => {
  expect(euLabel([read('<energy>90</energy>')]).columns).toEqual([{ words: 'serving', isComputed: false }])
  expect(euLabel([read('<energy/>')]).lines).toEqual([])
  expect(euLabel([read('<sodium uom="MGM">-5</sodium>')]).lines.some(({ key }) => key === 'salt')).toBe(false)
})
