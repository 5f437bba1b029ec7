import { decimal } from '../../../src-shared/values/decimal.ts'
import {
  isSameQuantity,
  plainNumbers,
  type Quantity,
  readNumber,
  readQuantities,
} from '../../../src-shared/values/quantity.ts'
import { unitCode } from '../../../src-shared/values/units.ts'
import { nutrition } from '../../../src-shared/vocabulary/elements/nutrition.ts'
import { type Member, usualUnitOf } from '../../../src-shared/vocabulary/kit/description.ts'
import type { ColumnName } from '../columns/column-name.ts'
import { type Cell, cellText, fullText, isRecord, openMembers } from '../source/cell.ts'
import { divide, multiply } from './number-notation.ts'
import { codeOf, readMeasure, respelt, unitMembers, worded } from './read-measure.ts'
import { type Left, leftOut, ofList, type Readout, rewritten, without } from './readout.ts'

interface NutrientValue {
  uom: string
  dailyPct?: string
  text: string
}

/** The vocabulary's description of a nutrient. */
const describedAs = (nutrient: string): Member | undefined => nutrition.elements.get(nutrient)
const hasShare = (nutrient: string): boolean => {
  const type = describedAs(nutrient)?.type
  return type?.kind === 'group' && type.attributes.has('dailyPct')
}
const perGram: Record<string, string> = { GRM: '1', MGM: '1000', MC: '1000000' }

const shareMembers: readonly string[] = ['dailyPercent', 'dailyPct']

/** A nutrient with its unit, and its share of the daily value if the nutrient has such a field. */
export function readNutrient(cell: Cell, nutrient: string, column: ColumnName): Readout<NutrientValue> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readNutrient(entry, nutrient, column))
  const { amount: amountCell, share, left } = splitShare(cell, hasShare(nutrient))
  const { value: amount, ...read } = amountOf(amountCell, column.unit)
  if (amount === undefined)
    return { ...read, left: [...read.left, ...left, ...(share === undefined ? [] : shareLeft(share))] }
  const value = inUsualUnit(amount, nutrient, column)
  if (value === 'no unit') return without(leftOut('UNIT_MISSING', fullText(cell)), left)
  if (!value) return without(leftOut('NOT_A_NUMBER', fullText(cell)), left)
  const isSame =
    value.text === amount.text && (amount.uom === undefined || value.uom === unitCode(amount.uom))
  const account = isSame
    ? read
    : {
        ...rewritten(value, `${amount.text} ${amount.uom ?? ''}`.trim(), `${value.text} ${value.uom}`),
        left: read.left,
      }
  return without({ ...account, value: { uom: value.uom, dailyPct: share, text: value.text } }, left)
}

const shareLeft = (share: string): Left[] => [{ code: 'PART_UNKNOWN', text: `${share} % of the daily value` }]

/** Separates an amount from its share of the daily value. */
function splitShare(cell: Cell, hasRoom: boolean): { amount: Cell; share?: string; left: Left[] } {
  if (!isRecord(cell)) return { amount: cell, left: [] }
  const isShare = ([key]: [string, Cell]) => shareMembers.includes(key)
  const members = openMembers(Object.fromEntries(Object.entries(cell).filter(isShare)))
  const text = members.text(...shareMembers)
  const share = hasRoom ? readNumber(text.replace(/%$/, '')) : undefined
  const left: Left[] = members.rest().map((rest) => ({ code: 'PART_UNKNOWN', text: rest }))
  if (text !== '' && share === undefined) left.push(...shareLeft(text))
  const amount = Object.fromEntries(Object.entries(cell).filter((member) => !isShare(member)))
  return { amount, share, left }
}

/** The number and unit of `{value, uom}`, `2.5 g` or `2.5`. */
function amountOf(
  cell: Cell,
  columnUnit: string | undefined,
): Readout<{ text: string; uom: string | undefined }> {
  const { value, ...account } = readMeasure(cell, columnUnit)
  const measure = value?.measure.measure
  return measure === undefined ? account : { ...account, value: { text: measure, uom: value?.measure.uom } }
}

function inUsualUnit(
  amount: { text: string; uom: string | undefined },
  nutrient: string,
  column: ColumnName,
): { text: string; uom: string } | 'no unit' | undefined {
  if (nutrient === 'sodium' && saltWords.test(column.words))
    return sodiumOfSalt(amount.text, unitCode(amount.uom ?? 'GRM'))
  const usual = usualUnitOf(describedAs(nutrient) ?? {})
  const inGrams = column.isOpenFoodFacts === true && column.unit === undefined
  // Labels state sodium and vitamins in milligrams, micrograms or grams, everything else in grams.
  if (amount.uom === undefined && !inGrams && usual !== 'GRM') return 'no unit'
  const given = unitCode(amount.uom ?? 'GRM')
  const factor = given === 'GRM' && inGrams ? perGram[usual] : undefined
  return factor === undefined || given === usual
    ? { text: amount.text, uom: given }
    : { text: multiply(amount.text, factor), uom: usual }
}

/** Words of headings for salt instead of sodium. */
export const saltWords =
  /(?:^| )(?:salt|salz|sel|sal|sale|zout|kochsalz|speisesalz|meersalz|salzgehalt|zoutgehalte|salthalt|saltinnhold|sol|soli|sul|so|sare|suola|tuz|αλατι|соль|сол|сіль|食塩|盐|食盐|鹽)(?: |$)/

/** Milligrams of sodium per unit of salt. Salt is 2.5 times its sodium. */
const sodiumIn: Record<string, string> = { GRM: '400', MGM: '0.4', MC: '0.0004' }

/** Sodium in milligrams, as on labels; undefined for salt in another unit. */
function sodiumOfSalt(salt: string, uom: string): { text: string; uom: string } | undefined {
  const factor = sodiumIn[uom]
  return factor === undefined ? undefined : { text: multiply(salt, factor), uom: 'MGM' }
}

/**
 * Energy in kilocalories, the only unit of the record. Kilojoules are converted (4.184) and rounded to an
 * integer.
 */
export function readEnergy(cell: Cell, column: ColumnName): Readout<string> {
  const stated = isRecord(cell) || Array.isArray(cell) ? undefined : readQuantities(cellText(cell))
  const inKilocalories = stated?.find(
    ({ unit, measure }) => unit?.code === 'E14' && !areSmallCalories(measure, cellText(cell)),
  )
  if (stated && inKilocalories)
    return without(
      respelt(inKilocalories.measure, cellText(cell), inKilocalories),
      stated
        .filter((other) => other !== inKilocalories)
        .map((other) => ({ code: 'REST_OF_TEXT', text: worded(other) })),
    )
  const hasBoth = hasBothUnits(column)
  const { value: amount, ...account } = amountOf(cell, hasBoth ? undefined : column.unit)
  if (amount === undefined) return account
  if (areSmallCalories(amount.text, fullText(cell))) return leftOut('UNREADABLE', fullText(cell))
  const ofHeading = !hasBoth && joules.test(column.words) ? 'KJO' : undefined
  const unit = amount.uom === undefined ? ofHeading : unitCode(amount.uom)
  const isEither =
    unit === undefined && (hasBoth || (energyWords.test(column.words) && !calorieWords.test(column.words)))
  if (isEither && !column.isOpenFoodFacts) return leftOut('UNIT_MISSING', fullText(cell))
  const isKilojoules = unit === 'KJO' || isEither
  if (unit !== undefined && unit !== 'E14' && unit !== 'KJO') return leftOut('UNREADABLE', fullText(cell))
  if (!isKilojoules) return { ...account, value: amount.text }
  const kilocalories = divide(amount.text, '4.184', 0)
  return without(rewritten(kilocalories, `${amount.text} kJ`, `${kilocalories} kcal`), account.left)
}

/**
 * Whether calories are thousandths of kilocalories. Labels often call kilocalories calories, but a kilogram of fat has
 * less than this.
 */
const areSmallCalories = (amount: string, text: string): boolean =>
  Number(amount) > 10_000 && /(?:^|[^a-z])cal/i.test(text)

/** Whether a heading names kilojoules and kilocalories: `Energy kcal/kJ`. One number can be either. */
const hasBothUnits = ({ unit, words }: ColumnName): boolean =>
  unit === 'KJO'
    ? calorieWords.test(words)
    : (unit === 'E14' || calorieWords.test(words)) && jouleWord.test(words)

const jouleWord = /(?:^| )(?:k ?j|kilojoules?|кдж)(?: |$)/
/** Words of headings for energy in kilocalories. */
export const calorieWords = /calor|kalor|kcal|ккал|калори|θερμιδ|カロリー|칼로리/
/** Words of headings for energy, whose numbers without a unit may be kilocalories or kilojoules. */
const energyWords = /energ|enerji|brennwert|ενεργεια|энерг|енерг|エネルギー|熱量|能量|热量|열량/
/** Headings that are the unit itself: `kJ`, `Kilojoule`. */
const joules = /^(?:k ?j|kilojoules?)$/

/**
 * Serving sizes of `{measure, uom, text}` or `100 g / 1 brioche`: the metric one, then the household measure.
 * If a part of the text cannot be parsed, the text is left out.
 */
export function readServing(cell: Cell, columnUnit?: string): Readout<ServingSize[]> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readServing(entry, columnUnit))
  const members = isRecord(cell) ? openMembers(cell) : undefined
  const amount = members?.text('measure', 'value', 'amount') ?? ''
  const unit = members?.text(...unitMembers) ?? ''
  const words = members ? members.text('text') : cellText(cell)
  const rest: Left[] = (members?.rest() ?? []).map((text) => ({ code: 'PART_UNKNOWN', text }))
  const own = amount === '' ? undefined : ownServing(amount, unit === '' ? columnUnit : codeOf(unit))
  const stated = statedServings(words, columnUnit)
  if ((amount !== '' && !own) || (words !== '' && !stated && !own))
    return without(leftOut('UNREADABLE', fullText(cell)), [])
  const all = [...(own ? [own] : []), ...(stated?.sizes ?? [])]
  const sizes: ServingSize[] = []
  for (const size of [...all.filter(isMetric), ...all.filter((one) => !isMetric(one))])
    if (!sizes.some(({ type }) => type === size.type)) sizes.push(size)
  if (sizes.length === 0) return leftOut('UNREADABLE', fullText(cell))
  const isIncluded = ({ measure, uom }: ServingSize) =>
    sizes.some((size) => size.measure === measure && size.uom === uom)
  const further = all.filter((size) => !isIncluded(size)).map(({ measure, uom }) => `${measure} ${uom}`)
  if (words !== '' && !stated) further.push(words)
  further.push(...(stated?.inexact ?? []).map((part) => part.trim()))
  if (amount === '' && unit !== '') rest.push({ code: 'PART_UNKNOWN', text: unit })
  const text = own ? amount : words
  const readouts = sizes.map((size, index) =>
    respelt(size, index === 0 ? text : words, { measure: size.measure }),
  )
  return without(
    {
      value: sizes,
      kept: readouts.reduce((sum, readout) => sum + readout.kept, 0),
      changed: readouts.flatMap(({ changed }) => changed),
      left: further.map((text) => ({ code: 'REST_OF_TEXT', text })),
    },
    rest,
  )
}

const isMetric = ({ type }: ServingSize): boolean => type === 'metric'

const servingOf = (measure: string, uom: string): ServingSize => ({
  type: metricUnits.has(uom) ? 'metric' : 'other',
  measure,
  uom,
})

function ownServing(amount: string, uom: string | undefined): ServingSize | undefined {
  const measure = readNumber(amount)
  return measure === undefined || uom === undefined ? undefined : servingOf(measure, uom)
}

/**
 * The sizes stated in a text, and those without an exact decimal, such as `2/3 cup`; undefined if a part is
 * not a size, or if two parts contradict each other.
 */
function statedServings(
  words: string,
  columnUnit: string | undefined,
): { sizes: ServingSize[]; inexact: string[] } | undefined {
  if (words.length > maxServing) return undefined
  const ofQuantity = ({ measure, unit }: Quantity) => {
    const uom = unit?.code ?? columnUnit
    return uom === undefined ? undefined : servingOf(measure, uom)
  }
  const known = readQuantities(words)
  const parts = words.split(/[()=]|(?<!\d)\/|\/(?!\d)/).filter((part) => part.trim() !== '')
  const inexact = known ? [] : parts.filter((part) => inexactHousehold.test(plainNumbers(part).trim()))
  const others = parts.filter((part) => !inexact.includes(part))
  const measured = known ?? others.flatMap((part) => readQuantities(part) ?? [])
  if (isContradiction(measured)) return undefined
  const sizes = known
    ? known.map(ofQuantity)
    : others.map((part) => readQuantities(part)?.map(ofQuantity)[0] ?? householdOf(part))
  const found = sizes.flatMap((size) => size ?? [])
  return found.length === sizes.length && found.length > 0 ? { sizes: found, inexact } : undefined
}

/** Labels round servings generously: 1 oz is stated as 30 g. */
const servingTolerance = decimal('0.1')

/** Whether two quantities of the same kind differ. */
const isContradiction = (all: Quantity[]): boolean =>
  all.some((one, index) =>
    all
      .slice(index + 1)
      .some(
        (other) =>
          one.unit !== undefined &&
          one.unit.quantity === other.unit?.quantity &&
          !isSameQuantity(one, other, servingTolerance),
      ),
  )

/** A household measure whose fraction has no exact decimal. */
const inexactHousehold = /^(?:\d{1,3} )?[1-9]\d?[/⁄](?:3|6|7|9|11|12) \p{L}[\p{L} ]{0,30}$/u

/** A household measure: a number and a noun that is not a unit, such as `1 brioche`. */
function householdOf(part: string): ServingSize | undefined {
  const [, amount = '', words = ''] =
    /^\s*([^\s\p{L}]+(?: [^\s\p{L}]+)?)\s+(\p{L}[\p{L} ]{0,30})\.?\s*$/u.exec(part) ?? []
  const measure = readNumber(amount)
  return measure === undefined ? undefined : { type: 'other', measure, uom: unitCode(words.trim()) }
}

interface ServingSize {
  type: string
  measure: string
  uom: string
}
const maxServing = 120
const metricUnits = new Set(['GRM', 'KGM', 'MGM', 'MLT', 'LTR', 'CLT', 'DLT'])
