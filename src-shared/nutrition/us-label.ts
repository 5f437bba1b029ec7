/** The lines of a US nutrition label (21 CFR 101.9 as of 2016). */

import { unitSymbol } from '../values/units.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { dailyPercent } from './daily-percent.ts'
import {
  dailyPercentKeyOf,
  macronutrientOrder,
  micronutrientOrder,
  type NutrientName,
  printedName,
  wholeNutrients,
} from './model.ts'
import { extraAmountOf } from './panel.ts'

/** One line of the printed label. */
export interface NutritionLine {
  key: string
  label: string
  /** Amount with unit, `8 g`; absent if only the daily value is known. */
  amount?: string
  /** Without the per cent sign. */
  dailyPercent?: string
  /** Whether this program computed the percentage because the record has none. */
  isComputed?: true
  /** Whether this is an indented line, part of a line above it. */
  part: boolean
}
interface NutritionLabel {
  /** The state of the food. */
  title?: string
  servings?: string
  /** The number of people that the package serves. */
  served?: string
  /** The amount customarily consumed at one time. */
  referenceAmount?: string
  /** `2/3 cup (55 g)` */
  servingSize?: string
  calories?: string
  /** Calories from fats, for which the form of 2016 has no line: `Total fat 70`. */
  caloriesFrom: { label: string; calories: string }[]
  /** The nutrients above the second thick rule. */
  main: NutritionLine[]
  /** Vitamins and minerals. */
  minor: NutritionLine[]
}

const nonBreaking = '\u00a0'

const measure = (text: string | undefined, uom: string | undefined): string | undefined =>
  text ? [text, uom ? unitSymbol(uom) : ''].filter(Boolean).join(nonBreaking) : undefined

/** Names on the form that differ from the field's label. */
const formWords: Partial<Record<keyof Nutrition, string>> = {
  carbohydrates: 'Total carbohydrate',
  sugars: 'Total sugars',
}
const labelOf = (key: keyof Nutrition): string => formWords[key] ?? printedName(key)

/** An object with the key, or without it when the value is absent. */
const given = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value ? ({ [key]: value } as Record<K, string>) : {}

/** Household measures first, with metric ones in brackets. */
function servingSize(sizes: Nutrition['servingSizes']): string | undefined {
  const written = (sizes ?? []).flatMap((size) => {
    const text = measure(size.measure, size.uom)
    return text ? [{ text, metric: size.type === 'metric' }] : []
  })
  const metric = written.filter((size) => size.metric).map((size) => size.text)
  const household = written.filter((size) => !size.metric).map((size) => size.text)
  if (household.length === 0) return metric.join(', ') || undefined
  return metric.length > 0 ? `${household.join(', ')} (${metric.join(', ')})` : household.join(', ')
}

/** The percent daily value: from the record, or computed from the amount. */
function shareOf(
  name: NutrientName,
  given: string | undefined,
  amount: { text?: string; uom?: string } | undefined,
): Pick<NutritionLine, 'dailyPercent' | 'isComputed'> {
  if (given) return { dailyPercent: given }
  const computed = amount?.text && amount.uom ? dailyPercent(name, amount.text, amount.uom, 'fda') : undefined
  return computed ? { dailyPercent: computed.percent, isComputed: true } : {}
}

/** Added sugars have no element; a record may contain one nonetheless. Their line follows the sugars. */
function addedSugars(facts: Nutrition): NutritionLine[] {
  const amount = extraAmountOf(facts, 'addedSugars')
  const text = measure(amount?.text, amount?.uom)
  if (!text) return []
  return [
    {
      key: 'addedSugars',
      label: 'Includes',
      amount: `${text} added sugars`,
      part: true,
      ...shareOf('addedSugars', undefined, amount),
    },
  ]
}

/** The label of a nutrition element; absent and empty members have no line. */
export function nutritionLabel(facts: Nutrition): NutritionLabel {
  const main = macronutrientOrder.flatMap((key): NutritionLine[] => {
    const nutrient = facts[key]
    const amount = measure(nutrient?.text, nutrient?.uom)
    const percent = nutrient?.dailyPct
    if (!amount && !percent) return []
    return [
      {
        key,
        label: labelOf(key),
        part: !wholeNutrients.has(key),
        ...given('amount', amount),
        ...shareOf(key, percent, nutrient),
      },
      ...(key === 'sugars' ? addedSugars(facts) : []),
    ]
  })
  const minor = micronutrientOrder.flatMap((key): NutritionLine[] => {
    const amount = measure(facts[key]?.text, facts[key]?.uom)
    const percentKey = dailyPercentKeyOf(key)
    const percent = percentKey === undefined ? undefined : facts[percentKey]
    const daily = typeof percent === 'string' ? percent : undefined
    if (!amount && !daily) return []
    return [
      {
        key,
        label: labelOf(key),
        part: false,
        ...given('amount', amount),
        ...shareOf(key, daily, facts[key]),
      },
    ]
  })
  const caloriesFrom = (['totalFat', 'saturatedFat'] as const).flatMap((key) => {
    const calories = facts[key]?.calories
    return calories ? [{ label: labelOf(key), calories }] : []
  })
  return {
    ...given('title', facts.title),
    ...given('servings', facts.numberOfServings),
    ...given('served', facts.numberServedInPackage),
    ...given('referenceAmount', measure(facts.raccAmt?.measure, facts.raccAmt?.uom)),
    ...given('servingSize', servingSize(facts.servingSizes)),
    ...given('calories', facts.energy),
    caloriesFrom,
    main,
    minor,
  }
}
