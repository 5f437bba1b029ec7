/** A parsed nutrition panel for checks and sums: each amount has the range of possible true values. */

import { memoized } from '../memoized.ts'
import { spoken } from '../texts/spoken.ts'
import {
  type Decimal,
  decimal,
  larger,
  minus,
  plus,
  quotient,
  readDecimal,
  times,
  writeDecimal,
  zero,
} from '../values/decimal.ts'
import { unitOf, unitSymbol } from '../values/units.ts'
import { decimalOrEmpty, unitOfMeasure } from '../vocabulary/elements/leaves.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { attribute, content, group } from '../vocabulary/kit/description.ts'
import { parseElement, type Unknown } from '../vocabulary/kit/kit.ts'
import { gramsIn, type Quantity, quantityOf } from './amounts.ts'
import {
  dailyPercentKeyOf,
  extraNutrients,
  type NutrientName,
  nutrientLabel,
  nutrientOrder,
} from './model.ts'
import { bandOf, roundingRules, tableNumber } from './rounding.ts'

export interface Range {
  low: Decimal
  high: Decimal
}

/** A declared amount of a panel. */
export interface Declared extends Range {
  name: NutrientName
  /** As a text: `2.5 g`. */
  words: string
  /** In grams; energy in kilocalories or kilojoules. */
  value: Decimal
}

export interface Panel {
  title: string
  /**
   * The quantity that the amounts refer to, with the range of its rounding; absent unless exactly one
   * serving is in g or ml.
   */
  basis?: Quantity & Range & { words: string }
  amounts: ReadonlyMap<NutrientName, Declared>
  /** The declared percentages of the daily amount. */
  percents?: readonly DeclaredPercent[]
}

/** A declared percentage of the daily amount of a nutrient. */
export interface DeclaredPercent {
  name: NutrientName
  /** Path below the panel: `totalFat/@dailyPct`. */
  at: string
  value: Decimal
}

const extraAmount = group('ForeignAmount', {
  uom: attribute(unitOfMeasure, 'Unit'),
  text: content(decimalOrEmpty, 'Amount'),
})

const panels = new WeakMap<Nutrition, Panel>()

/**
 * Parses a panel; results are cached per value. Texts that are no number, negative numbers and unknown
 * units are ignored.
 */
export function readPanel(facts: Nutrition): Panel {
  const known = panels.get(facts)
  if (known) return known
  const panel = panelOf(facts)
  panels.set(facts, panel)
  return panel
}

function panelOf(facts: Nutrition): Panel {
  const amounts = new Map<NutrientName, Declared>()
  const add = (name: NutrientName, text: string | undefined, unit: string | undefined) => {
    const declared = declaredAmount(name, text, unit)
    if (declared) amounts.set(declared.name, declared)
  }
  add('energy', facts.energy, energyUnitOf(facts))
  for (const name of nutrientOrder) {
    const nutrient = facts[name]
    if (nutrient) add(name, nutrient.text, nutrient.uom)
  }
  if (facts.unknown)
    for (const name of extraNutrients) {
      const value = extraAmountOf(facts, name)
      add(name, value?.text, name === 'energyKj' ? 'KJO' : value?.uom)
    }
  const basis = basisOf(facts)
  const percents = nutrientOrder.flatMap((name) => percentIn(facts, name))
  return {
    title: facts.title?.trim() ?? '',
    amounts,
    ...(percents.length > 0 && { percents }),
    ...(basis && { basis }),
  }
}

/** The percentage of a nutrient: an attribute of its amount, or an element of the panel. */
function percentIn(facts: Nutrition, name: (typeof nutrientOrder)[number]): DeclaredPercent[] {
  const nutrient = facts[name]
  const key = dailyPercentKeyOf(name)
  const ofPanel = key === undefined ? undefined : facts[key]
  const [text, at] =
    nutrient && 'dailyPct' in nutrient
      ? [nutrient.dailyPct, `${name}/@dailyPct`]
      : [typeof ofPanel === 'string' ? ofPanel : undefined, key ?? '']
  const value = amountIn(text)
  return value === undefined ? [] : [{ name, at, value }]
}

/** The amount of a nutrient that has no element in the documents; the last one if the panel repeats it. */
export function extraAmountOf(
  { unknown = [] }: Nutrition,
  name: (typeof extraNutrients)[number],
): { text?: string; uom?: string } | undefined {
  const found = unknown.findLast(
    (one) => one.kind === 'element' && one.within === undefined && one.name === name,
  )
  return found && parseElement(extraAmount, found.content, { role: 'response' }).value
}

/** Energy is in kilocalories unless an unknown attribute `uom` states another unit. */
function energyUnitOf({ unknown = [] }: Nutrition): string {
  const isUnit = ({ kind, name, within }: Unknown) =>
    kind === 'attribute' && name === 'uom' && within === 'energy'
  return unitOf(unknown.find(isUnit)?.content ?? '')?.code ?? 'E14'
}

/** Caches a parser of amounts: nearly all panels use the same few amounts and servings. */
function cachedByUnit<T>(read: (text: string, unit: string) => T): (text: string, unit: string) => T {
  const inUnit = memoized((unit) => memoized((text) => read(text, unit)), { maxEntries: 50 })
  return (text, unit) => inUnit(unit)(text)
}

const readers = new Map<NutrientName, (text: string, unit: string) => Declared | undefined>()

function declaredAmount(name: NutrientName, text: string | undefined, unit = ''): Declared | undefined {
  if (text === undefined || text.length > maxNumberLength) return undefined
  let read = readers.get(name)
  if (read === undefined) {
    read = cachedByUnit((amount, of) => readAmount(name, amount, of))
    readers.set(name, read)
  }
  return read(text, unit)
}

function readAmount(name: NutrientName, text: string, unit: string): Declared | undefined {
  const value = amountIn(text)
  if (value === undefined) return undefined
  if (name === 'energy' || name === 'energyKj') return readEnergy(name, value, unit)
  const factor = gramsIn(unit, name)
  if (factor === undefined) return undefined
  const { low, high } = rangeOf(name, value, unitOf(unit)?.code ?? '')
  return {
    name,
    words: `${writeDecimal(value)} ${unitSymbol(unit)}`,
    value: times(value, factor),
    low: times(low, factor),
    high: times(high, factor),
  }
}

function readEnergy(name: 'energy' | 'energyKj', value: Decimal, unit: string): Declared {
  const isInKilojoules = unit === 'KJO'
  const words = `${writeDecimal(value)} ${isInKilojoules ? 'kJ' : 'kcal'}`
  return { name: isInKilojoules ? 'energyKj' : name, words, value, ...rangeOf(name, value, unit) }
}

const maxNumberLength = 40

function amountIn(text: string | undefined): Decimal | undefined {
  const trimmed = text?.trim() ?? ''
  const value = trimmed.length > maxNumberLength ? undefined : readDecimal(trimmed)
  return value && value.digits >= 0n ? value : undefined
}

const half = decimal('0.5')

/**
 * The range of an amount before rounding: half of its last digit in each direction, or half of the step of
 * the rounding rule that it conforms to, whichever is larger. The market of the label is not known, so the
 * widest range counts: `0` covers everything that may be written as zero.
 */
function rangeOf(name: NutrientName, value: Decimal, unit: string): Range {
  let slack = times(half, { digits: 1n, scale: value.scale })
  for (const rules of Object.values(roundingRules)) {
    const rule = rules[name]
    if (rule?.unit !== unit) continue
    const [first] = rule.bands
    if (value.digits === 0n && first?.step === '0' && first.upTo !== undefined)
      slack = larger(slack, tableNumber(first.upTo))
    const step = tableNumber(bandOf(rule.bands, value)?.step ?? '0')
    if (step.digits !== 0n && isMultiple(value, step)) slack = larger(slack, times(half, step))
  }
  return { low: larger(zero, minus(value, slack)), high: plus(value, slack) }
}

const isMultiple = (value: Decimal, step: Decimal): boolean =>
  minus(value, times(quotient(value, step, 0), step)).digits === 0n

function basisOf({ servingSizes = [] }: Nutrition): Panel['basis'] {
  const found = servingSizes.flatMap(({ measure, uom }) =>
    measure && uom && measure.length <= maxNumberLength ? (readServing(measure, uom) ?? []) : [],
  )
  const [only, another] = found
  return another ? undefined : only
}

const readServing = cachedByUnit((measure, uom): Panel['basis'] => {
  const value = amountIn(measure)
  const quantity = value && value.digits > 0n ? quantityOf(value, uom) : undefined
  if (!value || !quantity) return undefined
  const slack = times(half, { digits: 1n, scale: value.scale })
  const inUnit = (one: Decimal) => quantityOf(one, uom)?.measure ?? zero
  return {
    ...quantity,
    low: inUnit(minus(value, slack)),
    high: inUnit(plus(value, slack)),
    words: `${writeDecimal(value)} ${unitSymbol(uom)}`,
  }
})

/** The declared amounts among the named nutrients. */
export const declaredOf = ({ amounts }: Panel, names: readonly NutrientName[]): Declared[] =>
  names.flatMap((name) => amounts.get(name) ?? [])

/** Whether the name of a nutrient is plural: sugars, carbohydrates. */
export const isPlural = (name: NutrientName): boolean =>
  name === 'sugars' || /[a-z](?:Sugars|ohydrates)$/.test(name)

/** The name of a nutrient inside a sentence. */
export const inSentence = (name: NutrientName): string => spoken(nutrientLabel(name))
/** A mass as a text, rounded for reading. */
export function massWords(grams: Decimal): string {
  const [value, unit] =
    grams.digits !== 0n && minus(grams, half).digits < 0n
      ? [times(grams, decimal('1000')), 'mg']
      : [grams, 'g']
  return `${writeDecimal(quotient(value, decimal('1'), 2))} ${unit}`
}
