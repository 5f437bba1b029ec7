import {
  micronutrientOrder,
  type NutrientName,
  nutrientOrder,
  wholeNutrients,
} from '../../../src-shared/nutrition/model.ts'
import { capitalized } from '../../../src-shared/texts/spoken.ts'
import { isAmount } from '../arrangement.ts'
import type { Group, Member } from '../place.ts'

/** One line of the label: a nutrient, and where its share of the daily amount is kept. */
export interface NutrientRow {
  nutrient: Member
  name: NutrientName
  /** `dailyPct` is an attribute of some nutrients and an element of its own for others. */
  daily: { member: Member; of: 'nutrient' | 'nutrition' } | undefined
  calories: Member | undefined
  /** Part of the line above it: set in. */
  isPart: boolean
  /** Vitamins and minerals stand below the others. */
  isMicronutrient: boolean
  /** Shown although empty: what every label names. */
  always: boolean
}

export interface NutritionRows {
  rows: NutrientRow[]
  energy: Member | undefined
  /** Everything else: title, servings. */
  others: Member[]
}

const order: readonly string[] = nutrientOrder
const micronutrients: ReadonlySet<string> = new Set(micronutrientOrder)

/** Nutrients with a place for a share that few labels name. */
const seldom: ReadonlySet<string> = new Set([
  'polyunsaturatedFat',
  'monounsaturatedFat',
  'potassium',
  'solubleFiber',
  'insolubleFiber',
  'sugarAlcohol',
  'otherCarbohydrates',
])

const isNutrient = (key: string): key is NutrientName => order.includes(key)

/** Splits a nutrition element into the lines of a label, in their order there, and everything else. */
export function nutritionRows(group: Group): NutritionRows {
  const energy = group.elements.get('energy')
  const used = new Set<Member | undefined>([energy])
  const rows: NutrientRow[] = []
  for (const nutrient of group.members) {
    if (!isAmount(nutrient.type) || !isNutrient(nutrient.key)) continue
    used.add(nutrient)
    const attribute = nutrient.type.attributes.get('dailyPct')
    const element = group.elements.get(`dailyPercentOf${capitalized(nutrient.key)}`)
    if (element) used.add(element)
    const isMicronutrient = micronutrients.has(nutrient.key)
    rows.push({
      nutrient,
      name: nutrient.key,
      daily: attribute
        ? { member: attribute, of: 'nutrient' }
        : element && { member: element, of: 'nutrition' },
      calories: nutrient.type.attributes.get('calories'),
      isPart: !isMicronutrient && !wholeNutrients.has(nutrient.key),
      isMicronutrient,
      always: attribute !== undefined && !seldom.has(nutrient.key),
    })
  }
  rows.sort((one, other) => order.indexOf(one.nutrient.key) - order.indexOf(other.nutrient.key))
  return { rows, energy, others: group.members.filter((member) => !used.has(member)) }
}
