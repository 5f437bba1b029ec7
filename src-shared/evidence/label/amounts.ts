/** Numbers with units in text that was read in a picture. */
import { type Decimal, readDecimal } from '../../values/decimal.ts'
import { type Unit, unitOf } from '../../values/units.ts'

/** A number with its unit, as printed. */
export interface PrintedAmount {
  value: Decimal
  unit: Unit
  /** The part of the text: `4,7 g`. */
  text: string
  /** Where the part starts in the text, in characters. */
  start: number
  /** Whether the label states less than this: `< 0,5 g`. */
  isBound: boolean
  /** Whether the unit was read; otherwise its last digit is taken as the unit. */
  isUnitRead: boolean
  /**
   * Other numbers that the same print may show, because reading confuses a decimal sign with nothing, and the
   * unit `g` with a digit.
   */
  others: readonly Decimal[]
}

/** Spellings of units as they are often misread. */
const misreadUnits: Record<string, string> = {
  ...{ 'k]': 'kj', kl: 'kj', ky: 'kj', ki: 'kj', k: 'kj', kcol: 'kcal', kca1: 'kcal', cal: 'kcal' },
  ...{ q: 'g', mcg: 'µg', ug: 'µg' },
}
/**
 * A bound, a number and a unit, and the letter that a mark for the estimated quantity (`450 g℮`) or the border of a cell is
 * read as. A percentage may follow without a space.
 */
const pattern =
  /(?<!\d)(?<!\d[.,])([<≤]\s?)?(\d{1,3}(?:[ .]\d{3}){1,2}(?=\s?k)|\d{1,5}(?:\s?[.,]\s?\d{1,3})?)\s{0,2}(kj|kcal|kcol|kca1|cal|k[\]lyi]|kg|mg|mcg|ug|µg|grs?|fl\.? ?oz|oz|lb|ml|cl|dl|g|q|l|k|%)[el|]?(?:(?![\p{L}\d])|(?=\d{1,3}\s?%))/giu
/** Letters that stand for a zero: after or before a digit, or alone before a unit. */
const lettersForZero = /(?<=\d[.,]?)o(?=[\d.,\sg])|(?<!\p{L})o(?=[.,]\d|\s?m?g(?!\p{L}))/giu
/** A capital within a word, before a unit: `Total FatOg`. */
const capitalForZero = /(?<=\p{Ll})O(?=(?:m|mc)?g(?!\p{L}))/gu

/** The amounts in a text, in order. A number without a unit is left out. */
export function amountsIn(text: string): PrintedAmount[] {
  const digits = text.replace(lettersForZero, '0').replace(capitalForZero, '0')
  return Array.from(digits.matchAll(pattern), (match) => {
    const [whole, bound, digits = '', spelling = ''] = match
    const unit = unitOf(misreadUnits[spelling.toLowerCase()] ?? spelling)
    const value = readNumber(digits, unit?.quantity === 'energy')
    if (!unit || !value) return []
    return [
      {
        value,
        unit,
        text: whole.trim(),
        start: match.index,
        isBound: bound !== undefined,
        isUnitRead: true,
        others: confusedWith(value),
      },
    ]
  }).flat()
}

/** A number in a table whose unit was read as its last digit: `4.79` for `4.7 g`, `549` for `54 g`. */
export function amountWithoutUnit(text: string): PrintedAmount | undefined {
  const [, number = ''] = /^\s*(\d{1,3}(?:[.,]\d{1,2})?)9\s*$/.exec(text) ?? []
  const value = readNumber(number, false)
  const unit = unitOf('g')
  if (!value || !unit) return undefined
  return { value, unit, text: text.trim(), start: 0, isBound: false, isUnitRead: false, others: [] }
}

function readNumber(text: string, isEnergy: boolean): Decimal | undefined {
  const compact = text.replace(/\s/g, '')
  // Energy has no three decimal places: the sign separates thousands.
  if (isEnergy && /^\d{1,3}([.,]\d{3})+$/.test(compact)) return readDecimal(compact.replace(/[.,]/g, ''))
  return readDecimal(compact.replace(',', '.'))
}

/** The numbers that differ by a lost decimal sign. */
function confusedWith({ digits, scale }: Decimal): Decimal[] {
  if (scale > 0) return []
  const length = String(digits).length
  return Array.from({ length: length - 1 }, (_, places) => ({ digits, scale: places + 1 }))
}
