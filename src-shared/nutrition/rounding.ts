/**
 * Rounding of amounts and percentages on a label, by market, as tables.
 *
 * - FDA: 21 CFR 101.9(c), per serving. For vitamins and minerals the law only requires "the levels of
 *   significance" of the daily values, and more digits if those do not suffice (101.9(c)(8)(iii)). They are
 *   not rounded.
 * - EU: guidance of the Commission of December 2012 on tolerances for nutrient values, table of rounding,
 *   per 100 g or 100 ml. It has no rule for percentages; they are rounded to integers.
 */
import {
  compare,
  type Decimal,
  decimal,
  quotient,
  readDecimal,
  roundedTo,
  times,
  writeDecimal,
} from '../values/decimal.ts'
import type { Market, NutrientName } from './model.ts'

/** A range of amounts with the same rounding. */
interface Band {
  /** Upper limit; absent for the last band. The first band whose limit is not exceeded applies. */
  upTo?: string
  /** Whether the limit itself is outside the band. */
  below?: true
  /** Amounts are rounded to multiples of this step; `0`: the amount is written as zero. */
  step?: string
  /** Number of significant digits, instead of a step. */
  significant?: number
  /** Alternative on the label: "less than" this amount, in the unit of the rule. */
  lessThan?: string
}
interface RoundingRule {
  /** Unit of the limits and steps. */
  unit: 'GRM' | 'MGM' | 'E14' | 'KJO' | undefined
  source: string
  bands: readonly Band[]
}
type Rules = Partial<Record<NutrientName, RoundingRule>>

const forEach = (names: readonly NutrientName[], rule: RoundingRule): Rules =>
  Object.fromEntries(names.map((name) => [name, rule]))

const vitaminsWithThreeDigits = [
  'vitaminA',
  'folicAcid',
  'folate',
  'calcium',
  'phosphorous',
  'magnesium',
  'iodine',
  'potassium',
] as const
const vitaminsWithTwoDigits = [
  'vitaminD',
  'vitaminE',
  'vitaminK',
  'vitaminC',
  'thiamin',
  'riboflavin',
  'niacin',
  'vitaminB6',
  'vitaminB12',
  'pantothenicAcid',
  'iron',
  'zinc',
  'copper',
  'manganese',
  'selenium',
  'chromium',
] as const
const euTable = 'Commission guidance on tolerances, December 2012, section 6'

export const roundingRules: Record<Market, Rules> = {
  fda: {
    energy: {
      unit: 'E14',
      source: '21 CFR 101.9(c)(1)',
      bands: [{ upTo: '5', below: true, step: '0' }, { upTo: '50', step: '5' }, { step: '10' }],
    },
    ...forEach(['totalFat', 'saturatedFat', 'transFat', 'polyunsaturatedFat', 'monounsaturatedFat'], {
      unit: 'GRM',
      source: '21 CFR 101.9(c)(2)',
      bands: [
        { upTo: '0.5', below: true, step: '0' },
        { upTo: '5', below: true, step: '0.5' },
        { step: '1' },
      ],
    }),
    cholesterol: {
      unit: 'MGM',
      source: '21 CFR 101.9(c)(3)',
      bands: [{ upTo: '2', below: true, step: '0' }, { upTo: '5', step: '5', lessThan: '5' }, { step: '5' }],
    },
    sodium: {
      unit: 'MGM',
      source: '21 CFR 101.9(c)(4)',
      bands: [{ upTo: '5', below: true, step: '0' }, { upTo: '140', step: '5' }, { step: '10' }],
    },
    ...forEach(
      [
        'carbohydrates',
        'dietaryFiber',
        'solubleFiber',
        'insolubleFiber',
        'sugars',
        'addedSugars',
        'sugarAlcohol',
        'protein',
      ],
      {
        unit: 'GRM',
        source: '21 CFR 101.9(c)(6) and (7)',
        bands: [
          { upTo: '0.5', below: true, step: '0' },
          { upTo: '1', below: true, step: '1', lessThan: '1' },
          { step: '1' },
        ],
      },
    ),
  },
  eu: {
    energy: { unit: 'E14', source: euTable, bands: [{ step: '1' }] },
    energyKj: { unit: 'KJO', source: euTable, bands: [{ step: '1' }] },
    ...forEach(['totalFat', 'carbohydrates', 'sugars', 'protein', 'dietaryFiber', 'sugarAlcohol', 'starch'], {
      unit: 'GRM',
      source: euTable,
      bands: [
        { upTo: '0.5', step: '0', lessThan: '0.5' },
        { upTo: '10', below: true, step: '0.1' },
        { step: '1' },
      ],
    }),
    ...forEach(['saturatedFat', 'monounsaturatedFat', 'polyunsaturatedFat'], {
      unit: 'GRM',
      source: euTable,
      bands: [
        { upTo: '0.1', step: '0', lessThan: '0.1' },
        { upTo: '10', below: true, step: '0.1' },
        { step: '1' },
      ],
    }),
    sodium: {
      unit: 'GRM',
      source: euTable,
      bands: [
        { upTo: '0.005', step: '0', lessThan: '0.005' },
        { upTo: '1', below: true, step: '0.01' },
        { step: '0.1' },
      ],
    },
    salt: {
      unit: 'GRM',
      source: euTable,
      bands: [
        { upTo: '0.0125', step: '0', lessThan: '0.01' },
        { upTo: '1', below: true, step: '0.01' },
        { step: '0.1' },
      ],
    },
    ...forEach(vitaminsWithThreeDigits, { unit: undefined, source: euTable, bands: [{ significant: 3 }] }),
    ...forEach(vitaminsWithTwoDigits, { unit: undefined, source: euTable, bands: [{ significant: 2 }] }),
  },
}

const numbers = new Map<string, Decimal>()

/** A number of these tables, parsed once. */
export function tableNumber(text: string): Decimal {
  const known = numbers.get(text)
  if (known) return known
  const read = decimal(text)
  numbers.set(text, read)
  return read
}

/** The band of an amount. */
export function bandOf(bands: readonly Band[], amount: Decimal): Band | undefined {
  return bands.find(({ upTo, below }) => {
    if (upTo === undefined) return true
    const compared = compare(amount, tableNumber(upTo))
    return below ? compared < 0 : compared <= 0
  })
}

interface RoundedAmount {
  text: string
  /** Alternative on the label: "less than" this amount. */
  lessThan?: string
}

/**
 * The rounded amount for a label; `undefined` if the law has no rule for the nutrient in this unit.
 * @param unit code of the unit
 */
export function roundAmount(
  nutrient: NutrientName,
  text: string,
  unit: string,
  market: Market,
): RoundedAmount | undefined {
  const rule = roundingRules[market][nutrient]
  const amount = readDecimal(text)
  if (rule === undefined || amount === undefined || amount.digits < 0n) return undefined
  if (rule.unit !== undefined && rule.unit !== unit) return undefined
  const band = bandOf(rule.bands, amount)
  if (band === undefined) return undefined
  return { text: writeDecimal(inBand(band, amount)), ...(band.lessThan && { lessThan: band.lessThan }) }
}

function inBand({ step = '0', significant }: Band, amount: Decimal): Decimal {
  if (significant !== undefined) return withSignificantDigits(amount, significant)
  return step === '0' ? decimal('0') : roundedTo(amount, decimal(step))
}

/** The number of digits of a decimal from the first nonzero one. */
export const significantDigits = ({ digits }: Decimal): number =>
  digits === 0n ? 0 : String(digits < 0n ? -digits : digits).length

/** Rounds a decimal to at most `most` significant digits. */
export function withSignificantDigits(value: Decimal, most: number): Decimal {
  const surplus = significantDigits(value) - most
  if (surplus <= 0) return value
  return surplus <= value.scale
    ? quotient(value, decimal('1'), value.scale - surplus)
    : roundedTo(value, decimal(`1e${surplus - value.scale}`))
}

/**
 * The rounded percentage of the daily amount for a label. Vitamins and minerals follow 21 CFR
 * 101.9(c)(8)(iii): to the nearest 2 % up to 10 %, 5 % up to 50 %, 10 % above. Half a step is rounded up,
 * as in "Potassium 235 mg 6%" of 101.9(d)(8). All others, and all in the EU, are rounded to integers.
 */
export function roundPercent(numerator: Decimal, denominator: Decimal, inSteps: boolean): string {
  const hundred = times(numerator, decimal('100'))
  const isUpTo = (percent: string) => compare(hundred, times(denominator, decimal(percent))) <= 0
  const step = decimal(!inSteps ? '1' : isUpTo('10') ? '2' : isUpTo('50') ? '5' : '10')
  return writeDecimal(times(quotient(hundred, times(denominator, step), 0), step))
}
