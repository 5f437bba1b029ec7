/**
 * The columns of an item table with the nutrition facts of the first panel, as printed. The import
 * recognizes their headings. A number without a unit is in the unit of its heading.
 */
import { macronutrientOrder, nutrientLabel, nutrientOrder } from '../nutrition/model.ts'
import { unitSymbol } from '../values/units.ts'
import type { Item } from './elements/item.ts'
import { type Nutrition, nutrition } from './elements/nutrition.ts'
import { usualUnitOf } from './kit/description.ts'
import type { Column } from './record-and-feed.ts'

const place = 'products/product/grocery/nutritions/nutrition'

const column = (
  heading: string,
  name: string,
  cell: (panel: Nutrition) => string | undefined,
): Column<Item> => ({
  heading,
  record: `${place}/${name}`,
  feed: `${place}/${name}`,
  cell: ({ products }) => {
    const panel = products?.[0]?.grocery?.nutritions?.[0]
    return panel && cell(panel)
  },
})

const inMilligrams: readonly string[] = ['cholesterol', 'sodium', 'potassium']
/** Code of the unit in the heading of a nutrient. */
const headingUnit = (name: (typeof nutrientOrder)[number]): string =>
  macronutrientOrder.some((one) => one === name)
    ? inMilligrams.includes(name)
      ? 'MGM'
      : 'GRM'
    : usualUnitOf(nutrition.elements.get(name) ?? {})

const servingWords = ({ servingSizes = [] }: Nutrition): string =>
  servingSizes
    .flatMap(({ measure = '', uom = '' }) =>
      measure.trim() === '' ? [] : [`${measure.trim()} ${unitSymbol(uom)}`.trim()],
    )
    .join(' / ')

export const nutritionColumns: readonly Column<Item>[] = [
  column('Serving size', 'servingSizes/servingSize', servingWords),
  column('Servings per container', 'numberOfServings', ({ numberOfServings }) => numberOfServings),
  column('Energy (kcal)', 'energy', ({ energy }) => energy),
  ...nutrientOrder.map((name) => {
    const unit = headingUnit(name)
    return column(`${nutrientLabel(name)} (${unitSymbol(unit)})`, name, (panel) => {
      const { text = '', uom = '' } = panel[name] ?? {}
      if (text.trim() === '') return undefined
      return uom === '' || uom === unit ? text.trim() : `${text.trim()} ${unitSymbol(uom)}`
    })
  }),
]
