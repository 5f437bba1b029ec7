/** Actions on an entire panel, run only when a person requests them. */
import { dailyPercent } from '../../../src-shared/nutrition/daily-percent.ts'
import type { Market, NutrientName } from '../../../src-shared/nutrition/model.ts'
import { roundAmount } from '../../../src-shared/nutrition/rounding.ts'
import { unitCode } from '../../../src-shared/values/units.ts'
import type { FormStore } from '../form-store.ts'
import { memberPlace, type Place } from '../place.ts'
import type { NutrientRow } from './nutrient-rows.ts'

const textAt = (store: FormStore, keys: readonly (string | number)[]): string => {
  const slice = store.at(keys)
  return typeof slice === 'string' ? slice : ''
}

/** Stores the computed percentages of the daily value in empty cells. Typed values are kept. */
export function fillPercents(
  store: FormStore,
  place: Place,
  rows: readonly NutrientRow[],
  market: Market,
): void {
  for (const { nutrient, name, daily } of rows) {
    if (!daily) continue
    const { keys } = memberPlace(place, nutrient)
    const computed = dailyPercent(
      name,
      textAt(store, [...keys, 'text']),
      textAt(store, [...keys, 'uom']),
      market,
    )
    const at = daily.of === 'nutrient' ? [...keys, daily.member.key] : [...place.keys, daily.member.key]
    if (computed && textAt(store, at) === '') store.set(at, computed.percent)
  }
}

/** Rounds every amount for which the law has a rounding rule. */
export function roundAmounts(
  store: FormStore,
  place: Place,
  rows: readonly NutrientRow[],
  market: Market,
): void {
  const round = (name: NutrientName, keys: readonly (string | number)[], unit: string) => {
    const rounded = roundAmount(name, textAt(store, keys).trim(), unitCode(unit), market)
    if (rounded) store.set(keys, rounded.text)
  }
  round('energy', [...place.keys, 'energy'], 'E14')
  for (const { nutrient, name } of rows) {
    const { keys } = memberPlace(place, nutrient)
    round(name, [...keys, 'text'], textAt(store, [...keys, 'uom']))
  }
}
