import type { Nutrition } from '../../vocabulary/elements/nutrition.ts'
import type { Market } from '../model.ts'
import { readPanel } from '../panel.ts'
import { partsCheck, saltCheck, weightCheck } from './amount-checks.ts'
import type { Finding, NutritionCheck } from './check.ts'
import { energyCheck, kilojouleCheck } from './energy-checks.ts'
import { panelsCheck } from './panels-check.ts'

/** Every check of nutrition facts, in the order in which they are reported. */
export const nutritionChecks: readonly NutritionCheck[] = [
  partsCheck,
  weightCheck,
  energyCheck,
  kilojouleCheck,
  saltCheck,
  panelsCheck,
]

/** What all checks find in the panels of one product, by what holds everywhere and for labels of the market. */
export function checkNutrition(facts: readonly Nutrition[], market?: Market): (Finding & { code: string })[] {
  const panels = facts.map(readPanel)
  return nutritionChecks.flatMap(({ code, find }) =>
    find(panels, market).map((finding) => ({ ...finding, code })),
  )
}
