import { say } from '../texts/say.ts'
import { spoken } from '../texts/spoken.ts'
import { decimal, quotient, writeDecimal } from '../values/decimal.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { sumsOfParts } from './checks/amount-checks.ts'
import { energyFit } from './checks/energy-checks.ts'
import { type Market, nutrientLabel } from './model.ts'
import { readPanel } from './panel.ts'

/** A computed sum of a panel's amounts, compared with the declared value. */
export interface PanelSum {
  label: string
  /** Such as `232 kcal, 230 kcal given`. */
  words: string
  /** Whether the difference is explained by rounding and the choice of factors. */
  fits: boolean
}

/**
 * The sums of a panel for a market: energy from the amounts, and the parts of fat, carbohydrates and other
 * nutrients.
 */
export function sumsOf(facts: Nutrition, market: Market): PanelSum[] {
  const panel = readPanel(facts)
  const energy = energyFit(panel)
  const parts = sumsOfParts(panel, market).map(({ whole, sum, exceeds }) => ({
    label: say`Parts of ${spoken(nutrientLabel(whole.name))}`,
    words: say`${sum}, ${whole.words} given`,
    fits: !exceeds,
  }))
  if (!energy?.made.isWhole) return parts
  const { declared, made, isLow, isHigh, looksLikeKilojoules } = energy
  const general = writeDecimal(quotient(made.general, decimal('1'), 0))
  return [
    {
      label: say`Energy of the amounts`,
      words: say`${general} kcal, ${declared.words} given`,
      fits: !isLow && !isHigh && !looksLikeKilojoules,
    },
    ...parts,
  ]
}
