/** The ingredients of an item and its nutrition per 100 g or ml, for lists and tables. */
import type { ItemContents } from '../catalog/model.ts'
import { writeDecimal } from '../values/decimal.ts'
import { unitSymbol } from '../values/units.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { nutrientOrder } from './model.ts'
import { readPanel } from './panel.ts'
import { scalePanel } from './scale-panel.ts'

/** The contents of an item; of several products, of the first that gives them. */
export function itemContents({ products = [] }: Item): ItemContents {
  const foods = products.flatMap(({ grocery }) => grocery ?? [])
  const panels = foods.map(({ nutritions }) => nutritions ?? []).find((all) => all.length > 0) ?? []
  const servingEnergy = panels.find(({ energy = '' }) => energy.trim() !== '')?.energy
  return {
    ingredients: foods.find(({ ingredients = '' }) => ingredients.trim() !== '')?.ingredients?.trim() ?? '',
    nutrients: nutrientsOf(perHundred(panels)),
    ...(servingEnergy !== undefined && { servingEnergy: servingEnergy.trim() }),
  }
}

/** The panel per 100 g or ml: the record’s own, or the first panel converted. */
export function perHundred(panels: readonly Nutrition[]): Nutrition {
  const own = panels.find((facts) => {
    const { basis } = readPanel(facts)
    return basis !== undefined && writeDecimal(basis.measure) === '100'
  })
  return own ?? panels.map((facts) => scalePanel(facts, '100')).find((made) => made !== undefined) ?? {}
}

function nutrientsOf(panel: Nutrition): ItemContents['nutrients'] {
  const given = nutrientOrder.flatMap((name): [string, string][] => {
    const { text = '', uom = '' } = panel[name] ?? {}
    return text.trim() === '' ? [] : [[name, [text.trim(), unitSymbol(uom)].filter(Boolean).join(' ')]]
  })
  return Object.fromEntries(given)
}
