import {
  micronutrientOrder,
  type NutrientName,
  nutrientOrder,
  wholeNutrients,
} from '../../../src-shared/nutrition/model.ts'
import { capitalized } from '../../../src-shared/texts/spoken.ts'
import { isAmount } from '../arrangement.ts'
import type { Group, Member } from '../place.ts'

/** One row of the label: a nutrient, and the member that stores its percentage of the daily value. */
export interface NutrientRow {
  nutrient: Member
  name: NutrientName
  /** `dailyPct` is an attribute of some nutrients; other nutrients have a separate element for it. */
  daily: { member: Member; of: 'nutrient' | 'nutrition' } | undefined
  calories: Member | undefined
  /** Part of the nutrient in the row above: indented. */
  isPart: boolean
  /** Vitamins and minerals are listed below the other nutrients. */
  isMicronutrient: boolean
  /** Shown even if empty, because every label states it. */
  always: boolean
}

export interface NutritionRows {
  rows: NutrientRow[]
  energy: Member | undefined
  /** All other members: title, servings. */
  others: Member[]
}

const order: readonly string[] = nutrientOrder
const micronutrients: ReadonlySet<string> = new Set(micronutrientOrder)

/** Nutrients with a percentage that few labels state. */
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

/** Splits a nutrition element into the rows of a label, in label order, and all other members. */
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
