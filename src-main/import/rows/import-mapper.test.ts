import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { importMapper, type RowPlan } from './import-mapper.ts'

const amount = fc.constantFrom(
  '1.5 g',
  '1.5',
  '1,500',
  '1,5',
  '2 lb 3 oz',
  '12 oz (340 g)',
  'about 3 g',
  '10 %',
  '',
  { value: '1.5', uom: 'G' },
  { value: '1.5', uom: 'MG' },
  { value: '0.10', uom: 'G', dailyPercent: '4' },
  { measure: '75', uom: 'G', text: '75 g' },
  ['1 g', '2 g'],
)
const row = fc.record(
  {
    nutrition: fc.dictionary(fc.constantFrom('totalFat', 'sodium', 'energy', 'calcium'), amount),
    netWeight: amount,
    weight: amount,
    weightUnit: fc.constantFrom('g', 'kg', 'stone'),
    servingSize: amount,
    kosher: fc.constantFrom('yes', 'no', 'OU'),
    countryOfOrigin: fc.constantFrom('FR', 'France', 'Atlantis'),
    brand: fc.constantFrom('Leaf', 'LEAF', 'Bud'),
    categories: fc.constantFrom('en:teas', '10000116', 'Tea', [{ scheme: 'GPC', id: '10000116' }]),
  },
  { requiredKeys: [] },
)

test('maps a row after others as it maps the row alone', () => {
  using database = openTemporaryDatabase()
  const shared = importMapper.open(database)
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (made) => {
      const rows = made.map((one, index) => ({
        line: index + 1,
        text: JSON.stringify({ gtin: '4006381333931', name: 'Tea', ...one }),
      }))
      const { columns, mapping } = shared.describe(rows)
      const plan: RowPlan = {
        mapping,
        numbers: { columns: {} },
        seen: columns.map(({ name }) => name),
        names: { target: 'catalog', sandbox: true, choices: {} },
      }
      const together = shared.map(rows, plan)
      const alone = rows.map((one) => importMapper.open(database).map([one], plan))
      expect(together.mapped.map(({ payload, names }) => [payload, names])).toEqual(
        alone.flatMap(({ mapped }) => mapped.map(({ payload, names }) => [payload, names])),
      )
      const named = ({ account }: { account: [number, ...unknown[]][] }, names: string[]) =>
        account.map(([place, ...rest]) => [names[place], ...rest])
      expect(together.mapped.map((one) => named(one, together.columns))).toEqual(
        alone.flatMap(({ mapped, columns: own }) => mapped.map((one) => named(one, own))),
      )
      expect(together.rejected.map(({ line, code }) => [line, code])).toEqual(
        alone.flatMap(({ rejected }) => rejected.map(({ line, code }) => [line, code])),
      )
    }),
    { numRuns: numberOfCases(200) },
  )
})

test('leaves out the date that a spreadsheet made of a text', () => {
  using database = openTemporaryDatabase()
  const headings = ['GTIN', 'Name', 'Brand', 'Servings per container']
  const cells = ['4006381333931', 'Tea', '2026-11-07', '2026-03-02']
  const row = { line: 2, text: cells.join(), cells, places: [0, 1, 2, 3], numbers: [], dates: [2, 3] }
  const mapper = importMapper.open(database)
  const { mapping } = mapper.describe([row], { headings })
  expect(Object.keys(mapping)).toEqual(headings)
  const plan: RowPlan = {
    mapping,
    numbers: { columns: {} },
    seen: headings,
    headings,
    names: { target: 'catalog', sandbox: true, choices: {} },
  }
  const { mapped, columns } = mapper.map([row], plan)
  const left = mapped[0]?.account.filter(([, outcome]) => outcome === 'DATE')
  expect(left?.map(([place]) => columns[place])).toEqual(['Brand', 'Servings per container'])
  expect(mapped[0]?.payload).not.toContain('2026')
  const { rejected } = mapper.map([{ ...row, dates: [1] }], plan)
  expect(rejected).toMatchObject([{ code: 'NAME_MISSING', reason: expect.stringContaining('is a date') }])
})
