/** What is done to a whole panel at once, and only when a person asks for it. */
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

/** Writes the computed share of the daily amount where there is none. What was typed stays. */
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

/** Writes every amount as the law rounds it, where it has a rule for it. */
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
