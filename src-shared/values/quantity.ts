/**
 * Numbers with units as people write them: `2.5 kg`, `1 1/2 lb`, `1 lb 4 oz`, `6 x 330 ml`, `12 oz (340
 * g)`. The entire text must be one quantity; a range, a bound, a rate or an unknown unit gives undefined.
 */
import {
  compare,
  type Decimal,
  decimal,
  plus,
  quotient,
  readDecimal,
  times,
  writeDecimal,
} from './decimal.ts'
import { labelledQuantity } from './quantity-label.ts'
import { sizeOf, type Unit, unitOf } from './units.ts'

export interface Quantity {
  /** A decimal in its shortest form. */
  measure: string
  /** Absent for a bare number. */
  unit?: Unit
  /** Number of equal packages included in the measure: 6 for `6 x 330 ml`. */
  count?: string
}

/** Longer texts are not a single quantity. */
const maxLength = 120

/** The code point of zero in each supported script. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

const raisedFraction = /[⁰¹²³⁴-⁹]{1,3}⁄[₀-₉]{1,3}/g
const vulgarFraction = /[¼-¾⅐-⅞↉]/g

/**
 * Replaces typographic digits, signs, quotation marks and spaces by their ASCII forms. A single-character
 * fraction is written with U+2044, separated from the digits before it.
 */
export const plainNumbers = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .replace(/[\p{Cf}\p{DI}\u2800]|(?![\s\x85])\p{Cc}/gu, '')
        .replace(/[\p{Zs}\x85]/gu, ' ')
        .replace(vulgarFraction, (sign) => ` ${sign.normalize('NFKC')}`)
        .replace(raisedFraction, (fraction) => ` ${fraction.normalize('NFKC')}`)
        .replace(/[\uFF01-\uFF5E\u3300-\u33FFℓ]/g, (sign) => sign.normalize('NFKC'))
        .replace(/\p{Nd}/gu, asciiDigit)
        .replace(/[−﹣]/g, '-')
        .replace(/٫/g, '.')
        .replace(/٬|’|′/g, "'")
        .replace(/[″“”]/g, '"')
        .replace(/٪/g, '%')

/** A number must not be followed by a digit, or by punctuation and a digit. */
const end = `(?!\\d|[.,'/⁄]\\d)`
const pattern = (source: string): RegExp => new RegExp(`${source}${end}`, 'y')
const exponent = '(?:[eE][+-]?\\d{1,2})?'

const mixed = pattern('(\\d{1,6})(?: {1,2}|-)(\\d{1,3})([/⁄])(\\d{1,3})')
const fraction = pattern('(\\d{1,3})([/⁄])(\\d{1,3})')
/** Numbers with grouped thousands, each with its decimal mark. */
const grouped = [
  pattern('[1-9]\\d{0,2}(?:,\\d{3})+\\.\\d+'),
  pattern('[1-9]\\d{0,2}(?:,\\d{3}){2,}'),
  // Indian grouping in lakhs and crores.
  pattern('[1-9]\\d?(?:,\\d\\d)+,\\d{3}(?:\\.\\d+)?'),
  pattern('[1-9]\\d{0,2}(?:\\.\\d{3})+,\\d+'),
  pattern('[1-9]\\d{0,2}(?:\\.\\d{3}){2,}'),
  pattern('[1-9]\\d{0,2}(?: \\d{3})+(?:[.,]\\d+)?'),
  pattern("[1-9]\\d{0,2}(?:'\\d{3})+(?:[.,]\\d+)?"),
]
const plain = pattern(`(?:\\d+(?:[.,]\\d+)?|[.,]\\d+)${exponent}`)
/** Either one thousand, or one and a fraction. */
const unclear = /^[1-9]\d{0,2},\d{3}(?!\d)/

interface NumberAt {
  value: Decimal
  isWhole: boolean
  end: number
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(text) ?? undefined
}

/** Parses the number at an index of plain text; undefined if there is none or it is ambiguous. */
function numberAt(text: string, at: number): NumberAt | undefined {
  const withWhole = matchAt(mixed, text, at)
  if (withWhole) {
    const [all, whole = '', numerator = '', , denominator = ''] = withWhole
    const part = fractionOf(numerator, denominator)
    return part && { value: plus(decimal(whole), part), isWhole: false, end: at + all.length }
  }
  const alone = matchAt(fraction, text, at)
  if (alone) {
    const [all, numerator = '', slash = '', denominator = ''] = alone
    // `3/5` is just as often three packages of five, so only common fractions are read alone.
    if (slash === '/' && !/^[234]$/.test(denominator)) return undefined
    const value = fractionOf(numerator, denominator)
    return value && { value, isWhole: false, end: at + all.length }
  }
  for (const thousands of grouped) {
    const [all] = matchAt(thousands, text, at) ?? []
    if (all === undefined) continue
    const mark = Math.max(all.lastIndexOf('.'), all.lastIndexOf(','))
    const isDecimal = mark > 0 && all.split(all.charAt(mark)).length === 2
    const digits = (part: string) => part.replace(/\D/g, '')
    const written = isDecimal ? `${digits(all.slice(0, mark))}.${all.slice(mark + 1)}` : digits(all)
    return { value: decimal(written), isWhole: !isDecimal, end: at + all.length }
  }
  const [all] = matchAt(plain, text, at) ?? []
  if (all === undefined || unclear.test(all)) return undefined
  // For numbers this large, a spreadsheet shows only the first digits.
  if (/[eE]\+?(?:1[1-9]|[2-9]\d)$/.test(all)) return undefined
  const value = readDecimal(all.replace(',', '.'))
  return value && { value, isWhole: /^\d+$/.test(all), end: at + all.length }
}

/** A proper fraction in lowest terms with a finite decimal; `6/12` means six packages of twelve. */
function fractionOf(numerator: string, denominator: string): Decimal | undefined {
  const [over, under] = [Number(numerator), Number(denominator)]
  if (over < 1 || over >= under || commonDivisor(over, under) !== 1) return undefined
  return exactQuotient(decimal(numerator), decimal(denominator))
}

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other)

/** Maximum decimal places of an exact quotient. */
const maxPlaces = 24

function exactQuotient(one: Decimal, other: Decimal): Decimal | undefined {
  const result = quotient(one, other, maxPlaces)
  return compare(times(result, other), one) === 0 ? result : undefined
}

/** Splits off the sign at the start of a text. */
function signed(text: string): { isNegative: boolean; rest: string } {
  const isSigned = /^[+-](?=[\d.,])/.test(text)
  return { isNegative: isSigned && text.startsWith('-'), rest: isSigned ? text.slice(1) : text }
}

const written = (value: Decimal, isNegative: boolean): string =>
  writeDecimal(isNegative ? { ...value, digits: -value.digits } : value)

/**
 * Parses a text that is a single number: `1,5`, `.5`, `1 1/2`, `7.5E-2`, `1.234,50`. Undefined for other
 * texts, and for `1,000`, which may be one thousand or one.
 */
export function readNumber(text: string): string | undefined {
  const { isNegative, rest } = signed(plainNumbers(text).trim())
  const found = rest.length <= maxLength ? numberAt(rest, 0) : undefined
  // `5.` is 5.
  const isWhole = found && (found.end === rest.length || (rest.slice(found.end) === '.' && found.isWhole))
  return isWhole ? written(found.value, isNegative) : undefined
}

/** The sign of the average quantity (℮), and footnote marks. */
const tail = /(?:(?<=[\p{L}\s])℮|(?<=\p{L}\.? )e|[*†‡])$/u

/**
 * Parses a text that is a single quantity. If it is stated in several units, as in `12 oz (340 g)`, the
 * first is returned; undefined if they contradict each other.
 */
export const readQuantity = (text: string): Quantity | undefined => readQuantities(text)?.[0]

/** Parses a text that is a single quantity, and returns it in each unit that is stated. */
export function readQuantities(text: string): Quantity[] | undefined {
  if (text.length > maxLength) return undefined
  const all = plainNumbers(text).trim().replace(/\s+/g, ' ').replace(/^℮ ?/, '')
  const label = labelledQuantity(all)
  const bare = (label?.quantity ?? all).replace(tail, '').trim()
  const inBrackets = /^\(([^()]*)\)$/.exec(bare)?.[1]?.trim()
  const inner = inBrackets ?? bare
  const one = readOne(inner)
  // `(5)` without a unit is not read, because accountants write -5 that way; `Contents 5` may be five pieces.
  const needsUnit = inBrackets !== undefined || label?.isNet === false
  if (one) return needsUnit && one.unit === undefined ? undefined : [one]
  const stated = inner
    .split(/[()[\]|=]|(?<!\d)\/|\/(?!\d)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (stated.length < 2) return undefined
  const read = stated.map(readOne)
  const [first] = read
  const found = read.flatMap((quantity) =>
    quantity && first && isSameQuantity(first, quantity) ? [quantity] : [],
  )
  return found.length === read.length ? found : undefined
}

/** Maximum relative difference of the same quantity in two units, because labels are rounded. */
const tolerance = decimal('0.05')

/** Whether two quantities of one kind are equal, as far as labels are exact. */
export function isSameQuantity(one: Quantity, other: Quantity, maxDifference = tolerance): boolean {
  const [size, otherSize] = [one.unit && sizeOf(one.unit), other.unit && sizeOf(other.unit)]
  if (size === undefined || otherSize === undefined || one.unit?.quantity !== other.unit?.quantity)
    return false
  const [a, b] = [times(decimal(one.measure), size), times(decimal(other.measure), otherSize)]
  const distance = plus(a, { ...b, digits: -b.digits })
  const absolute = ({ digits, scale }: Decimal): Decimal => ({
    digits: digits < 0n ? -digits : digits,
    scale,
  })
  return compare(absolute(distance), times(absolute(a), maxDifference)) <= 0
}

const packOf = /^([1-9]\d{0,4}) ?[x×✕*] ?(?=[\d.,])(.+)$/i
const ofPack = /^(.+?[^\d\s]) ?[x×✕*] ?([1-9]\d{0,4})$/i

/** Parses a quantity in one unit, or of several equal packages. */
function readOne(text: string): Quantity | undefined {
  const [, before, each] = packOf.exec(text) ?? []
  const [, eachBefore, behind] = ofPack.exec(text) ?? []
  const count = before ?? behind
  if (count === undefined) return readSum(text)
  const quantity = readSum(each ?? eachBefore ?? '')
  if (!quantity?.unit || quantity.measure.startsWith('-')) return undefined
  return { ...quantity, measure: writeDecimal(times(decimal(count), decimal(quantity.measure))), count }
}

/** Parses `2.5 kg`, or a sum in descending units: `1 lb 4 oz`, which is 20 oz. */
function readSum(text: string): Quantity | undefined {
  const { isNegative, rest } = signed(text)
  const parts: { number: NumberAt; unit?: Unit }[] = []
  let at = 0
  while (at < rest.length) {
    const number = numberAt(rest, at)
    if (!number) return undefined
    const next = rest.slice(number.end).search(/\d/)
    const isLast = next < 0
    const words = isLast ? rest.slice(number.end) : rest.slice(number.end, number.end + next)
    const name = (isLast ? words : words.replace(/(?:,|\band\b|&|\bund\b|\bet\b)\s*$/i, '')).trim()
    const unit = unitOf(name.replace(/^-(?=\p{L})/u, ''))
    // A bare number must be the entire text.
    const isBare = isLast && parts.length === 0 && (name === '' || (name === '.' && number.isWhole))
    if (!unit && !isBare) return undefined
    parts.push({ number, unit })
    at = isLast ? rest.length : number.end + next
  }
  const [first] = parts
  if (!first) return undefined
  const quantity = parts.length === 1 ? { value: first.number.value, unit: first.unit } : sumOf(parts)
  return quantity && { measure: written(quantity.value, isNegative), unit: quantity.unit }
}

/**
 * The exact sum in the smallest unit. Each unit must be an integer multiple of the next, and each part less
 * than one of the previous unit.
 */
function sumOf(parts: { number: NumberAt; unit?: Unit }[]): { value: Decimal; unit: Unit } | undefined {
  let sum: { value: Decimal; unit: Unit } | undefined
  for (const [index, { number, unit }] of parts.entries()) {
    if (!unit || (index < parts.length - 1 && !number.isWhole)) return undefined
    if (sum) {
      const [larger, smaller] = [sizeOf(sum.unit), sizeOf(unit)]
      if (!larger || !smaller || sum.unit.quantity !== unit.quantity) return undefined
      const ratio = exactQuotient(larger, smaller)
      if (!ratio || writeDecimal(ratio).includes('.')) return undefined
      if (compare(ratio, decimal('1')) <= 0 || compare(number.value, ratio) >= 0) return undefined
      sum = { value: plus(times(sum.value, ratio), number.value), unit }
    } else sum = { value: number.value, unit }
  }
  return sum
}
