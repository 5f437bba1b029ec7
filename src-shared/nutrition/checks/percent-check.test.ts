import { expect, test } from 'vitest'
import type { Nutrition } from '../../vocabulary/elements/nutrition.ts'
import { readPanel } from '../panel.ts'
import { percentCheck } from './percent-check.ts'

const g = (text: string, dailyPct: string) => ({ uom: 'GRM', text, dailyPct })
const mg = (text: string, dailyPct: string) => ({ uom: 'MGM', text, dailyPct })
const found = (facts: Nutrition, market?: 'fda' | 'eu') =>
  percentCheck
    .find([readPanel(facts)], market)
    .map(({ at, suggestion, message }) => ({ at, suggestion, message }))

/** FDA's sample label (21 CFR 101.9(d)(12)). */
const label: Nutrition = {
  totalFat: g('8', '10'),
  saturatedFat: g('1', '5'),
  cholesterol: mg('0', '0'),
  sodium: mg('160', '7'),
  carbohydrates: g('37', '13'),
  dietaryFiber: g('4', '14'),
  calcium: { uom: 'MGM', text: '260' },
  iron: { uom: 'MGM', text: '8' },
  dailyPercentOfCalcium: '20',
  dailyPercentOfIron: '45',
}

test('finds nothing in correct labels of both laws, and without amounts or percentages', () => {
  expect(found(label)).toEqual([])
  expect(found({ totalFat: g('7', '10'), saturatedFat: g('5', '25'), carbohydrates: g('26', '10') })).toEqual(
    [],
  )
  expect(found({ totalFat: g('5', ''), dailyPercentOfIron: '4', sodium: mg('', '3') })).toEqual([])
})

test('a percentage within the rounding of its amount fits', () => {
  // 4.5 g to 5.5 g are 6 to 7 % of 78 g.
  expect(found({ ...label, totalFat: g('5', '7') })).toEqual([])
})

test('a percentage that is rounded to a whole number only, not in the steps of the law, fits', () => {
  // 300 mg are 23.1 % of 1,300 mg, which FDA rounds to 25 %.
  expect(found({ calcium: { uom: 'MGM', text: '300' }, dailyPercentOfCalcium: '23' })).toEqual([])
})

test('suggests the percentage by the law that the other rows follow', () => {
  expect(found({ ...label, totalFat: g('5', '12') })).toEqual([
    {
      at: 'totalFat/@dailyPct',
      suggestion: '6',
      message: 'Total fat: 12 % does not match 5 g by the rules of FDA, which make it 6 %.',
    },
  ])
  expect(found({ ...label, dailyPercentOfIron: '80' })).toMatchObject([
    { at: 'dailyPercentOfIron', suggestion: '45' },
  ])
  const european = { totalFat: g('50', '71'), carbohydrates: g('26', '10'), sugars: g('9', '10') }
  expect(found({ ...european, saturatedFat: g('5', '50') })).toMatchObject([{ suggestion: '25' }])
  expect(found({ ...european, totalFat: g('50', '30') })).toMatchObject([{ suggestion: '71' }])
})

test('suggests nothing if the law is unknown and the laws differ, unless one is chosen', () => {
  const facts = { totalFat: g('50', '30') }
  expect(found(facts)).toEqual([
    {
      at: 'totalFat/@dailyPct',
      suggestion: undefined,
      message: 'Total fat: 30 % does not match 50 g, which is 64 % by the rules of FDA, 71 % by those of EU.',
    },
  ])
  expect(found(facts, 'eu')).toMatchObject([{ suggestion: '71' }])
  expect(found({ saturatedFat: g('10', '10') })).toMatchObject([{ suggestion: '50' }])
})

test('leaves out nutrients for which only another law may have a reference intake', () => {
  expect(found({ protein: g('5', '30') })).toEqual([])
  expect(found({ ...label, protein: g('5', '30') })).toEqual([])
})
