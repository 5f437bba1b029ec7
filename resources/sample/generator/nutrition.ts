import { dailyPercentKeys } from '../../../src-shared/nutrition/model.ts'
import type { Nutrition } from '../../../src-shared/vocabulary/elements/nutrition.ts'
import type { Line, NutritionFacts, SampleProduct } from './model.ts'

/** Daily values of the United States label (21 CFR 101.9), in the units of `NutritionFacts`. */
const dailyValues = {
  fat: 78,
  sat: 20,
  chol: 300,
  na: 2300,
  carb: 275,
  fiber: 28,
  protein: 50,
  vitaminA: 900,
  vitaminC: 90,
  calcium: 1300,
  iron: 18,
  chromium: 35,
  folate: 400,
  manganese: 2.3,
  pantothenicAcid: 5,
  selenium: 55,
  vitaminK: 120,
} as const
const micronutrients = {
  chromium: 'MC',
  folate: 'MC',
  manganese: 'MGM',
  pantothenicAcid: 'MGM',
  selenium: 'MC',
  vitaminK: 'MC',
  vitaminA: 'MC',
  vitaminC: 'MGM',
  calcium: 'MGM',
  iron: 'MGM',
  copper: 'MGM',
  folicAcid: 'MC',
  iodine: 'MC',
  magnesium: 'MGM',
  niacin: 'MGM',
  vitaminE: 'MGM',
  zinc: 'MGM',
  phosphorous: 'MGM',
  riboflavin: 'MGM',
  thiamin: 'MGM',
  vitaminB12: 'MC',
  vitaminB6: 'MGM',
  vitaminD: 'MC',
} as const
const tidy = (value: number): string => String(Number(value.toFixed(2)))
export const percentOfDay = (nutrient: keyof typeof dailyValues, amount: number): number =>
  Math.round((amount / dailyValues[nutrient]) * 100)

/** The line's facts with the variant's own; parts never exceed their whole. */
export function mergeFacts(base: NutritionFacts, own: Partial<NutritionFacts> = {}): NutritionFacts {
  const facts = { ...base, ...own }
  const sat = Math.min(facts.sat, facts.fat)
  const sugar = Math.min(facts.sugar, facts.carb)
  const fiber = facts.fiber === undefined ? undefined : Math.min(facts.fiber, Math.max(0, facts.carb - sugar))
  return { ...facts, sat, sugar, ...(fiber === undefined ? {} : { fiber }) }
}

/** Kilocalories by 4, 4 and 9 a gram, 2 for fibre, rounded as a label rounds. */
export function kilocalories({ fat, carb, fiber = 0, protein, alcohol = 0 }: NutritionFacts): number {
  const exact = fat * 9 + (carb - fiber) * 4 + fiber * 2 + protein * 4 + alcohol
  if (exact < 5) return 0
  return exact <= 50 ? Math.round(exact / 5) * 5 : Math.round(exact / 10) * 10
}

export function servingsOf(line: Line, net: readonly [number, string]): string | undefined {
  if (!line.serving) return undefined
  const count = net[0] / line.serving[0]
  if (Math.abs(count - Math.round(count)) < 0.06 || count >= 5) return String(Math.max(1, Math.round(count)))
  return `about ${(Math.round(count * 2) / 2).toString()}`
}

/** One panel, as the ingest payload and the item record write it. */
export function nutritionPanel(product: SampleProduct): Nutrition | undefined {
  const { facts, line, servings } = product
  if (!facts || !line.serving) return undefined
  const [measure, unit, amount, word] = line.serving
  const energy = product.kilocalories ?? 0
  const main = (name: keyof typeof dailyValues, value: number, uom: string) => ({
    uom,
    dailyPct: String(percentOfDay(name, value)),
    text: tidy(value),
  })
  const vitamins: Record<string, unknown> = {}
  for (const [name, uom] of Object.entries(micronutrients)) {
    const value = facts[name as keyof typeof micronutrients]
    if (value !== undefined) vitamins[name] = { uom, text: tidy(value) }
  }
  for (const [name, element] of Object.entries(dailyPercentKeys)) {
    const value = facts[name as keyof typeof dailyPercentKeys]
    if (value !== undefined)
      vitamins[element] = String(percentOfDay(name as keyof typeof dailyPercentKeys, value))
  }
  return {
    sequence: '1',
    numberOfServings: servings,
    servingSizes: [
      { type: 'metric', measure: tidy(measure), uom: unit === 'g' ? 'GRM' : 'MLT' },
      { type: 'other', measure: tidy(amount), uom: word },
    ],
    energy: String(energy),
    totalFat: { ...main('fat', facts.fat, 'GRM'), calories: String(Math.round((facts.fat * 9) / 5) * 5) },
    saturatedFat: { ...main('sat', facts.sat, 'GRM'), calories: String(Math.round((facts.sat * 9) / 5) * 5) },
    transFat: { uom: 'GRM', dailyPct: '', text: tidy(facts.trans ?? 0) },
    cholesterol: main('chol', facts.chol ?? 0, 'MGM'),
    sodium: main('na', facts.na, 'MGM'),
    carbohydrates: main('carb', facts.carb, 'GRM'),
    dietaryFiber: main('fiber', facts.fiber ?? 0, 'GRM'),
    sugars: { uom: 'GRM', dailyPct: '', text: tidy(facts.sugar) },
    protein: {
      uom: 'GRM',
      dailyPct: String(percentOfDay('protein', facts.protein)),
      text: tidy(facts.protein),
    },
    ...vitamins,
  }
}
