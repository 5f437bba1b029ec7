import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { importMapper } from './import-mapper.ts'

test('does not apply units of entered amounts to amounts that Open Food Facts converted', () => {
  const { nutrition } = mapped(
    ['nutriments.sodium_100g', 'nutriments.sodium_unit', 'nutriments.energy_100g', 'nutriments.energy_unit'],
    ['0.4', 'mg', '1575', 'kcal'],
  )
  expect(nutrition).toMatchObject({ sodium: { text: '400', uom: 'MGM' }, energy: '376' })
})

/** The package and panel of a mapped row, and the values left out of it. */
function mapped(headings: string[], cells: string[]) {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open({ db: database.db })
  const table = { headings: ['gtin', 'name', ...headings], delimiter: ',' }
  const row = { line: 2, text: '', cells: ['4006381333931', 'Tea', ...cells] }
  const { mapping, numbers } = mapper.describe([row], table)
  const names = { target: 'catalog' as const, sandbox: true, choices: {} }
  const plan = { mapping, numbers, names, seen: table.headings, headings: table.headings }
  const { mapped, columns } = mapper.map([row], plan)
  const { item } = JSON.parse(mapped[0]?.payload ?? '{}')
  const left = mapped[0]?.account.filter(([, outcome]) => outcome !== 'kept' && outcome !== 'changed') ?? []
  const { type: _type, ...packageData } = item?.packageData ?? {}
  const [nutrition] = item?.products?.[0]?.grocery?.nutritions ?? []
  return { nutrition, packageData, left: left.map(([place, outcome]) => `${columns[place]}: ${outcome}`) }
}
const grams = (measure: string) => ({ measure, uom: 'GRM' })
const centimetres = (measure: string) => ({ measure, uom: 'CMT' })

test.each([
  [
    'a unit column applies to bare numbers',
    ['Net weight', 'Unit'],
    ['250', 'g'],
    { netWeight: grams('250') },
    [],
  ],
  [
    'each number has its own unit column',
    ['Net weight', 'Net weight unit', 'Length', 'Length UOM'],
    ['250', 'g', '12', 'cm'],
    { netWeight: grams('250'), length: centimetres('12') },
    [],
  ],
  [
    'a common unit column applies to numbers of the same quantity',
    ['Net weight', 'Gross weight', 'Height', 'Unit'],
    ['250', '300', '7', 'g'],
    { netWeight: grams('250'), weight: grams('300'), height: { measure: '7' } },
    [],
  ],
  [
    'dimensions share a unit column',
    ['Length', 'Width', 'Height', 'Dimension unit'],
    ['12', '8', '3 mm', 'cm'],
    { length: centimetres('12'), width: centimetres('8'), height: { measure: '3', uom: 'MMT' } },
    [],
  ],
  [
    'dimensions in one column',
    ['Dimensions'],
    ['12 x 8,5 x 3 cm'],
    { length: centimetres('12'), width: centimetres('8.5'), height: centimetres('3') },
    [],
  ],
  [
    'dimensions in one column and the unit in another',
    ['Dimensions', 'Unit'],
    ['12 × 8 × 3', 'cm'],
    { length: centimetres('12'), width: centimetres('8'), height: centimetres('3') },
    [],
  ],
  ['a unit without a number', ['Net weight', 'Unit'], ['', 'g'], {}, ['Unit: UNIT_ALONE']],
  [
    'a unit column that contradicts the number',
    ['Net weight', 'Net weight unit'],
    ['1 kg', 'g'],
    { netWeight: { measure: '1', uom: 'KGM' } },
    ['Net weight unit: UNIT_SAID_OTHERWISE'],
  ],
  [
    'a unit column that contradicts the heading of a bare number',
    ['Net weight (g)', 'Net weight unit'],
    ['500', 'kg'],
    {},
    ['Net weight unit: UNIT_SAID_OTHERWISE', 'Net weight (g): UNIT_UNKNOWN'],
  ],
  [
    'a unit of weights',
    ['Net weight', 'Gross weight', 'Weight unit'],
    ['500', '550', 'g'],
    { netWeight: grams('500'), weight: grams('550') },
    [],
  ],
  [
    'a unit of the gross weight',
    ['Net weight', 'Gross weight', 'Gross weight unit'],
    ['500', '0.6', 'kg'],
    { netWeight: { measure: '500' }, weight: { measure: '0.6', uom: 'KGM' } },
    [],
  ],
  [
    'a unit of dimensions that contradicts the headings',
    ['Length (cm)', 'Width (cm)', 'Dimension unit'],
    ['10', '20', 'mm'],
    {},
    ['Dimension unit: UNIT_SAID_OTHERWISE', 'Length (cm): UNIT_UNKNOWN', 'Width (cm): UNIT_UNKNOWN'],
  ],
  ['a unit before its name', ['Weight', 'Gewichtseinheit'], ['250', 'g'], { weight: grams('250') }, []],
  [
    'an unknown unit',
    ['Net weight', 'Unit'],
    ['250', 'case'],
    {},
    ['Unit: UNIT_UNKNOWN', 'Net weight: UNIT_UNKNOWN'],
  ],
  [
    'an unknown unit next to a number with its own unit',
    ['Net weight', 'Unit'],
    ['250 g', 'case'],
    { netWeight: { measure: '250', uom: 'GRM' } },
    ['Unit: UNIT_UNKNOWN'],
  ],
])('%s', (_, headings, cells, packageData, left) => {
  const { nutrition: _nutrition, ...found } = mapped(headings, cells)
  expect(found).toEqual({ packageData, left })
})
