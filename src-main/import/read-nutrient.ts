import { unitCode } from '../../src-shared/units.ts'
import { type Cell, cellText, isRecord } from './cell.ts'
import type { ColumnName } from './column-name.ts'
import { divide, multiply, readNumber } from './decimal-text.ts'
import { readMeasure } from './read-measure.ts'

export interface NutrientValue {
  uom: string
  dailyPct?: string
  text: string
}

const grams = ['totalFat', 'saturatedFat', 'transFat', 'carbohydrates', 'dietaryFiber', 'sugars', 'protein']
const micrograms = [
  'chromium',
  'folate',
  'selenium',
  'vitaminK',
  'vitaminA',
  'folicAcid',
  'iodine',
  'vitaminB12',
  'vitaminD',
]

const hasShare = new Set([...grams, 'cholesterol', 'sodium'])

/** The unit labels give a nutrient in, and which a bare number is taken to be in. */
const usualUnit = (nutrient: string): string =>
  grams.includes(nutrient) ? 'GRM' : micrograms.includes(nutrient) ? 'MC' : 'MGM'
const perGram: Record<string, string> = { GRM: '1', MGM: '1000', MC: '1000000' }

/** The number and unit of `{value, uom}`, `2.5 g` or `2.5`. */
function amountOf(
  cell: Cell,
  columnUnit: string | undefined,
): { text: string; uom: string | undefined } | undefined {
  const found = readMeasure(cell, columnUnit)?.measure
  return found?.measure === undefined ? undefined : { text: found.measure, uom: found.uom }
}

/** A nutrient with its unit; `undefined` when there is no number. A share of the daily value comes along. */
export function readNutrient(cell: Cell, nutrient: string, column: ColumnName): NutrientValue | undefined {
  const usual = usualUnit(nutrient)
  // Columns "for 100 g" without a unit are Open Food Facts': grams, whatever the nutrient.
  const inGrams = column.per !== undefined && column.unit === undefined
  const amount = amountOf(cell, column.unit)
  if (amount === undefined) return undefined
  const given = amount.uom === undefined ? (inGrams ? 'GRM' : usual) : unitCode(amount.uom)
  const factor = given === 'GRM' && inGrams ? perGram[usual] : undefined
  const isSalt = nutrient === 'sodium' && /\b(?:salt|salz|sel|sal)\b/.test(column.words)
  const value = isSalt
    ? sodiumOfSalt(amount.text, column.unit ?? amount.uom ?? 'GRM')
    : factor === undefined
      ? { text: amount.text, uom: given }
      : { text: multiply(amount.text, factor), uom: usual }
  // Only the main nutrients have room for a share of the daily value.
  const share =
    hasShare.has(nutrient) && isRecord(cell)
      ? readNumber(cellText(cell['dailyPercent'] ?? cell['dailyPct']))
      : undefined
  return { uom: value.uom, ...(share === undefined ? {} : { dailyPct: share }), text: value.text }
}

/** Salt is 2.5 times its sodium. In milligrams, as labels have sodium. */
function sodiumOfSalt(salt: string, uom: string): { text: string; uom: string } {
  const factor = uom === 'MGM' ? '0.4' : '400'
  return { text: multiply(salt, factor), uom: 'MGM' }
}

/** Energy in kilocalories, which is what the record has room for. Kilojoules are converted (4.184) and rounded to whole ones. */
export function readEnergy(cell: Cell, column: ColumnName): string | undefined {
  const amount = amountOf(cell, column.unit)
  if (amount === undefined) return undefined
  const unit = amount.uom === undefined ? undefined : unitCode(amount.uom)
  // A column "energy for 100 g" without a unit is Open Food Facts': kilojoules.
  const isKilojoules = unit === 'KJO' || (unit === undefined && column.per !== undefined)
  return isKilojoules ? divide(amount.text, '4.184', 0) : amount.text
}

/** Serving sizes of `{measure, uom, text}` or `100 g / 1 brioche`: the metric one, and the household measure beside it. */
export function readServing(cell: Cell): { type: string; measure: string; uom: string }[] {
  const sizes: { type: string; measure: string; uom: string }[] = []
  const metric = readMeasure(cell)?.measure
  if (metric?.measure !== undefined && metric.uom !== undefined && metricUnits.has(metric.uom))
    sizes.push({ type: 'metric', measure: metric.measure, uom: metric.uom })
  const text = isRecord(cell) ? cellText(cell['text']) : cellText(cell)
  for (const part of text.split(/[()/=]/)) {
    const [, amount = '', words = ''] =
      /^\s*(\d+(?:[.,]\d+)?)\s+([\p{L}][\p{L}\s]{0,30}?)\s*$/u.exec(part) ?? []
    const measure = readNumber(amount)
    if (measure === undefined || metricUnits.has(unitCode(words))) continue
    sizes.push({ type: 'other', measure, uom: unitCode(words) })
    break
  }
  return sizes
}
const metricUnits = new Set(['GRM', 'KGM', 'MGM', 'MLT', 'LTR', 'CLT', 'DLT'])
