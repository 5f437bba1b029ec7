import { unitCode } from '../../../src-shared/units.ts'
import { type Member, usualUnitOf } from '../../../src-shared/vocabulary/kit/description.ts'
import { nutrition } from '../../../src-shared/vocabulary/nutrition.ts'
import type { ColumnName } from '../columns/column-name.ts'
import { type Cell, cellText, isRecord, openMembers, wholeText } from '../source/cell.ts'
import { divide, multiply, readNumber } from './number-notation.ts'
import { codeOf, readMeasure } from './read-measure.ts'
import { type Left, leftOut, ofList, type Readout, rewritten, without } from './readout.ts'

interface NutrientValue {
  uom: string
  dailyPct?: string
  text: string
}

/** A nutrient as the vocabulary describes it. */
const describedAs = (nutrient: string): Member | undefined => nutrition.elements.get(nutrient)
const hasShare = (nutrient: string): boolean => {
  const type = describedAs(nutrient)?.type
  return type?.kind === 'group' && type.attributes.has('dailyPct')
}
const perGram: Record<string, string> = { GRM: '1', MGM: '1000', MC: '1000000' }

const shareMembers: readonly string[] = ['dailyPercent', 'dailyPct']

/** A nutrient with its unit. A share of the daily value comes along where the nutrient has room for it. */
export function readNutrient(cell: Cell, nutrient: string, column: ColumnName): Readout<NutrientValue> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readNutrient(entry, nutrient, column))
  const { amount: amountCell, share, left } = splitShare(cell, hasShare(nutrient))
  const { value: amount, ...read } = amountOf(amountCell, column.unit)
  if (amount === undefined)
    return { ...read, left: [...read.left, ...left, ...(share === undefined ? [] : shareLeft(share))] }
  const value = inUsualUnit(amount, nutrient, column)
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

/** An amount, and the share of the daily value beside it. */
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
): { text: string; uom: string } {
  if (nutrient === 'sodium' && /\b(?:salt|salz|sel|sal)\b/.test(column.words))
    return sodiumOfSalt(amount.text, column.unit ?? amount.uom ?? 'GRM')
  const usual = usualUnitOf(describedAs(nutrient) ?? {})
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
  if (unit !== undefined && unit !== 'E14' && unit !== 'KJO') return leftOut('UNREADABLE', wholeText(cell))
  if (!isKilojoules) return { ...account, value: amount.text }
  const kilocalories = divide(amount.text, '4.184', 0)
  return without(rewritten(kilocalories, `${amount.text} kJ`, `${kilocalories} kcal`), account.left)
}

/** Serving sizes of `{measure, uom, text}` or `100 g / 1 brioche`: the metric one, and the household measure beside it. */
export function readServing(cell: Cell, columnUnit?: string): Readout<ServingSize[]> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readServing(entry, columnUnit))
  const members = isRecord(cell) ? openMembers(cell) : undefined
  const amount = members?.text('measure', 'value', 'amount') ?? ''
  const unit = members?.text('uom', 'unit') ?? ''
  const words = members ? members.text('text') : cellText(cell)
  const number = readNumber(amount)
  const worded = readMeasure(words, columnUnit)
  const said =
    number === undefined
      ? worded.value?.measure
      : { measure: number, uom: unit === '' ? columnUnit : codeOf(unit) }
  const sizes: ServingSize[] = []
  if (
    said?.measure !== undefined &&
    said.uom !== undefined &&
    (metricUnits.has(said.uom) || number !== undefined)
  )
    sizes.push({ type: metricUnits.has(said.uom) ? 'metric' : 'other', measure: said.measure, uom: said.uom })
  const parts = words.slice(0, longestServing).split(/[()/=]/)
  const household = parts.findIndex((part) => householdOf(part) !== undefined)
  const found = householdOf(parts[household] ?? '')
  if (found) sizes.push(found)
  if (sizes.length === 0) return leftOut('UNREADABLE', wholeText(cell))
  // What is neither of the two sizes, nor one of them again.
  const rests = parts.filter((part, index) => {
    if (index === household || !/[\p{L}\p{N}]/u.test(part)) return false
    const again = readMeasure(part, columnUnit)
    const isAgain = sizes.some(({ measure, uom }) => {
      return again.value?.measure.measure === measure && again.value.measure.uom === uom
    })
    return !isAgain || again.left.length > 0
  })
  const unused = number === undefined ? [amount, unit].filter(Boolean) : []
  const further = [...unused, ...(members?.rest() ?? [])]
  const isWorded =
    number === undefined && said === worded.value?.measure && sizes[0]?.measure === said?.measure
  const changed = isWorded ? worded.changed : []
  return without({ value: sizes, kept: sizes.length - changed.length, changed, left: [] }, [
    ...[...rests, words.slice(longestServing)]
      .filter((rest) => rest.trim() !== '')
      .map((rest) => ({ code: 'REST_OF_TEXT' as const, text: rest.trim() })),
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
