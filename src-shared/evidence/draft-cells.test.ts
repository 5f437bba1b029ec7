import { expect, test } from 'vitest'
import { draftCellsOf } from './draft-cells.ts'

const nutrition = 'products/product[1]/grocery/nutritions/nutrition[2]'
const cells = (path: string, printed: string) =>
  draftCellsOf({ path, printed })?.map(({ column, value }) => `${column} ${value}`)

test('a nutrient is an amount with a unit', () => {
  expect(cells(`${nutrition}/protein`, '4,7 g')).toEqual([
    'products/0/grocery/nutritions/1/protein/text 4.7',
    'products/0/grocery/nutritions/1/protein/uom GRM',
  ])
  expect(cells(`${nutrition}/sodium`, '120 mg')).toEqual([
    'products/0/grocery/nutritions/1/sodium/text 120',
    'products/0/grocery/nutritions/1/sodium/uom MGM',
  ])
})

test('energy is taken in kilocalories only', () => {
  expect(cells(`${nutrition}/energy`, '250 kcal')).toEqual(['products/0/grocery/nutritions/1/energy 250'])
  expect(cells(`${nutrition}/energy`, '1046 kJ')).toBeUndefined()
})

test('the net content is a measure with a unit', () => {
  expect(cells('packageData/netWeight', '1,5 l')).toEqual([
    'packageData/netWeight/measure 1.5',
    'packageData/netWeight/uom LTR',
  ])
})

test.each([
  ['a bound', `${nutrition}/protein`, '< 0,5 g'],
  ['a number without a unit', `${nutrition}/protein`, '4.7'],
  ['two amounts', 'packageData/netWeight', '2 x 100 g'],
  ['two amounts', 'packageData/netWeight', '100 g 3.5 oz'],
  ['a field that no draft has', `${nutrition}/salt`, '1 g'],
  ['a text', 'products/product[1]/grocery/ingredients', 'Oats, salt'],
])('%s is not taken', (_, path, printed) => {
  expect(draftCellsOf({ path, printed })).toBeUndefined()
})
