import { expect, test } from 'vitest'
import { kinds } from '../../feeds/kinds/kinds.ts'
import { checkIngestItem } from './ingest-rules.ts'

const g = (text: string) => ({ uom: 'GRM', text })
const item = {
  products: [
    {},
    {
      grocery: {
        nutritions: [
          { totalFat: g('8') },
          {
            servingSizes: [{ type: 'metric', measure: '30', uom: 'GRM' }],
            energy: '900',
            totalFat: g('8'),
            saturatedFat: g('9.5'),
            carbohydrates: g('20'),
            protein: g('6'),
          },
        ],
      },
    },
  ],
}
const panel = 'items/item[3]/products/product[2]/grocery/nutritions/nutrition[2]'
const found = (kind: 'create' | 'update') =>
  checkIngestItem(item, kinds[kind], 2).filter(({ path }) => path.startsWith(panel))

test('reports inconsistent nutrition facts as warnings at their rows', () => {
  expect(found('create')).toEqual([
    {
      code: 'NUTRIENT_PARTS_EXCEED_WHOLE',
      path: `${panel}/saturatedFat`,
      severity: 'warning',
      message: expect.stringMatching(/^Saturated fat is 9\.5 g, more than the 8 g of total fat/),
    },
    {
      code: 'NUTRIENT_EXCEEDS_SERVING',
      path: `${panel}/servingSizes`,
      severity: 'warning',
      message: expect.stringMatching(/^Total fat, carbohydrates and protein are 34 g together/),
    },
    {
      code: 'ENERGY_NOT_OF_NUTRIENTS',
      path: `${panel}/energy`,
      severity: 'warning',
      message: expect.stringMatching(/^Energy is 900 kcal/),
    },
  ])
})

test('does not check nutrition facts in an update, which does not use them', () => {
  expect(found('update')).toEqual([])
})
