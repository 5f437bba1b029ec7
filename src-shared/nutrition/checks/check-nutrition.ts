import type { Nutrition } from '../../vocabulary/elements/nutrition.ts'
import type { Market } from '../model.ts'
import { readPanel } from '../panel.ts'
import { partsCheck, saltCheck, weightCheck } from './amount-checks.ts'
import type { Finding, NutritionCheck } from './check.ts'
import { energyCheck, kilojouleCheck } from './energy-checks.ts'
import { panelsCheck } from './panels-check.ts'
import { percentCheck } from './percent-check.ts'

/** All checks of nutrition facts, in reporting order. */
export const nutritionChecks: readonly NutritionCheck[] = [
  partsCheck,
  weightCheck,
  energyCheck,
  kilojouleCheck,
  saltCheck,
  panelsCheck,
  percentCheck,
]

/**
 * The findings of all checks in the panels of one product: of general checks, and of those for the market's
 * labels.
 */
export function checkNutrition(facts: readonly Nutrition[], market?: Market): (Finding & { code: string })[] {
  const panels = facts.map(readPanel)
  return nutritionChecks.flatMap(({ code, find }) =>
    find(panels, market).map((finding) => ({ ...finding, code })),
  )
}
