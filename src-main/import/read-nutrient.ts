import { unitCode } from '../../src-shared/units.ts'
import { type Cell, cellText, furtherMembers, isRecord } from './cell.ts'
import type { ColumnName } from './column-name.ts'
import { divide, multiply, readNumber } from './decimal-text.ts'
import { readMeasure } from './read-measure.ts'
import { kept, type Left, leftOut, type Readout, rewritten, without } from './readout.ts'

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

const amountMembers = ['measure', 'value', 'amount', 'uom', 'unit', 'text']
const shareMembers = ['dailyPercent', 'dailyPct']

/** A nutrient with its unit. A share of the daily value comes along where the nutrient has room for it. */
export function readNutrient(cell: Cell, nutrient: string, column: ColumnName): Readout<NutrientValue> {
  const room = hasShare.has(nutrient)
  const shareText = isRecord(cell) ? cellText(cell['dailyPercent'] ?? cell['dailyPct']) : ''
  const share = room ? readNumber(shareText.replace(/%$/, '')) : undefined
  const { value: amount, ...read } = amountOf(cell, column.unit)
  const shareLeft: Left[] =
    shareText === '' || share !== undefined
      ? []
      : [{ code: room ? 'NOT_A_NUMBER' : 'PART_UNKNOWN', text: `${shareText} % of the daily value` }]
  if (amount === undefined) return { ...read, left: [...read.left, ...shareLeft] }
  const value = inUsualUnit(amount, nutrient, column)
  const isSame = value.text === amount.text && (amount.uom === undefined || value.uom === unitCode(amount.uom))
  const spelt = isSame
    ? { ...read, value }
    : {
        ...rewritten(value, `${amount.text} ${amount.uom ?? ''}`.trim(), `${value.text} ${value.uom}`),
        left: read.left,
      }
  const dailyPct = share === undefined ? {} : { dailyPct: share }
  return without({ ...spelt, value: { uom: value.uom, ...dailyPct, text: value.text } }, shareLeft)
}

/** The number and unit of `{value, uom}`, `2.5 g` or `2.5`. */
function amountOf(
  cell: Cell,
  columnUnit: string | undefined,
): Readout<{ text: string; uom: string | undefined }> {
  const amount = isRecord(cell)
    ? Object.fromEntries(Object.entries(cell).filter(([key]) => !shareMembers.includes(key)))
    : cell
  const { value, ...account } = readMeasure(amount, columnUnit)
  const measure = value?.measure.measure
  return measure === undefined
    ? account
    : { ...account, value: { text: measure, uom: value?.measure.uom } }
}

function inUsualUnit(
  amount: { text: string; uom: string | undefined },
  nutrient: string,
  column: ColumnName,
): { text: string; uom: string } {
  if (nutrient === 'sodium' && /\b(?:salt|salz|sel|sal)\b/.test(column.words))
    return sodiumOfSalt(amount.text, column.unit ?? amount.uom ?? 'GRM')
  const usual = usualUnit(nutrient)
  // Columns "for 100 g" without a unit are Open Food Facts': grams, whatever the nutrient.
  const inGrams = column.per !== undefined && column.unit === undefined
  const given = amount.uom === undefined ? (inGrams ? 'GRM' : usual) : unitCode(amount.uom)
  const factor = given === 'GRM' && inGrams ? perGram[usual] : undefined
  return factor === undefined || given === usual
    ? { text: amount.text, uom: given }
    : { text: multiply(amount.text, factor), uom: usual }
}

/** Salt is 2.5 times its sodium. In milligrams, as labels have sodium. */
function sodiumOfSalt(salt: string, uom: string): { text: string; uom: string } {
  const factor = uom === 'MGM' ? '0.4' : '400'
  return { text: multiply(salt, factor), uom: 'MGM' }
}

/** Energy in kilocalories, which is what the record has room for. Kilojoules are converted (4.184) and rounded to whole ones. */
export function readEnergy(cell: Cell, column: ColumnName): Readout<string> {
  const { value: amount, ...account } = amountOf(cell, column.unit)
  if (amount === undefined) return account
  const unit = amount.uom === undefined ? undefined : unitCode(amount.uom)
  // A column "energy for 100 g" without a unit is Open Food Facts': kilojoules.
  const isKilojoules = unit === 'KJO' || (unit === undefined && column.per !== undefined)
  if (!isKilojoules) return { ...account, value: amount.text }
  const kilocalories = divide(amount.text, '4.184', 0)
  return without(rewritten(kilocalories, `${amount.text} kJ`, `${kilocalories} kcal`), account.left)
}

/** Serving sizes of `{measure, uom, text}` or `100 g / 1 brioche`: the metric one, and the household measure beside it. */
export function readServing(cell: Cell, columnUnit?: string): Readout<ServingSize[]> {
  const measured = readMeasure(cell, columnUnit)
  const metric = measured.value?.measure
  const sizes: ServingSize[] = []
  if (metric?.measure !== undefined && metric.uom !== undefined && metricUnits.has(metric.uom))
    sizes.push({ type: 'metric', measure: metric.measure, uom: metric.uom })
  const text = isRecord(cell) ? cellText(cell['text']) : cellText(cell)
  const parts = text.slice(0, longestServing).split(/[()/=]/)
  const household = parts.findIndex((part) => householdOf(part) !== undefined)
  const found = householdOf(parts[household] ?? '')
  if (found) sizes.push(found)
  if (sizes.length === 0) return leftOut('UNREADABLE', text || cellText(cell))
  const further = isRecord(cell) ? furtherMembers(cell, amountMembers) : []
  // What is neither of the two sizes, nor one of them again.
  const rests = parts.filter((part, index) => {
    if (index === household || !/[\p{L}\p{N}]/u.test(part)) return false
    const again = readMeasure(part).value?.measure
    return again?.measure !== metric?.measure || (again?.uom ?? columnUnit) !== metric?.uom
  })
  const restOfText = text.length > longestServing ? [text.slice(longestServing)] : []
  return without(kept(sizes, sizes.length), [
    ...[...rests, ...restOfText].map((rest) => ({ code: 'REST_OF_TEXT' as const, text: rest.trim() })),
    ...further.map((rest) => ({ code: 'PART_UNKNOWN' as const, text: rest })),
  ])
}

function householdOf(part: string): ServingSize | undefined {
  const [, amount = '', words = ''] =
    /^\s*(\d+(?:[.,]\d+)?)\s+([\p{L}][\p{L}\s]{0,30}?)\s*$/u.exec(part) ?? []
  const measure = readNumber(amount)
  return measure === undefined || metricUnits.has(unitCode(words))
    ? undefined
    : { type: 'other', measure, uom: unitCode(words) }
}

interface ServingSize {
  type: string
  measure: string
  uom: string
}
const longestServing = 400
const metricUnits = new Set(['GRM', 'KGM', 'MGM', 'MLT', 'LTR', 'CLT', 'DLT'])
