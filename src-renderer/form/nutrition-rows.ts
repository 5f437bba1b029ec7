import { isAmount } from './arrangement.ts'
import type { Group, Member } from './place.ts'

/** One line of the nutrition table: a nutrient, and where its share of the daily value is kept. */
export interface NutrientRow {
  nutrient: Member
  /** `dailyPct` is an attribute of some nutrients and an element of its own for others. */
  daily: { member: Member; of: 'nutrient' | 'nutrition' } | undefined
  calories: Member | undefined
  /** Shown although empty: what every label names. */
  always: boolean
}

/** Nutrients with a daily value that few labels name. */
const seldom: readonly string[] = [
  'polyunsaturatedFat',
  'monounsaturatedFat',
  'potassium',
  'solubleFiber',
  'insolubleFiber',
  'sugarAlcohol',
  'otherCarbohydrates',
]

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Splits a nutrition element into its table of nutrients and everything else (servings, energy). */
export function nutritionRows(group: Group): { rows: NutrientRow[]; others: Member[] } {
  const used = new Set<string>()
  const rows: NutrientRow[] = []
  for (const nutrient of group.members) {
    if (!isAmount(nutrient.type)) continue
    used.add(nutrient.key)
    const attribute = nutrient.type.attributes.get('dailyPct')
    const element = group.elements.get(`dailyPercentOf${capital(nutrient.key)}`)
    if (element) used.add(element.key)
    rows.push({
      nutrient,
      daily: attribute
        ? { member: attribute, of: 'nutrient' }
        : element
          ? { member: element, of: 'nutrition' }
          : undefined,
      calories: nutrient.type.attributes.get('calories'),
      always: attribute !== undefined && !seldom.includes(nutrient.key),
    })
  }
  return { rows, others: group.members.filter((member) => !used.has(member.key)) }
}
