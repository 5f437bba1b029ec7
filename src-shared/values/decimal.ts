/**
 * Exact decimal arithmetic. Values are never converted to floating-point numbers here, so halves are rounded
 * correctly.
 */
import { withoutEnd } from '../vocabulary/kit/xml/characters.ts'

export interface Decimal {
  readonly digits: bigint
  /** Number of digits after the decimal point; never negative. */
  readonly scale: number
}

const plain = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/** Parses a decimal; `undefined` for any other text. Trailing zeros count: `2.50` has a scale of 2. */
export function readDecimal(text: string): Decimal | undefined {
  const [whole, sign = '', before = '', after = '', exponent = '0'] = plain.exec(text) ?? []
  if (whole === undefined || before + after === '') return undefined
  const digits = BigInt(before + after) * (sign === '-' ? -1n : 1n)
  const scale = after.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Parses a decimal constant of the program. @throws Error for any other text */
export function decimal(text: string): Decimal {
  const read = readDecimal(text)
  if (read === undefined) throw new Error(`"${text}" is no decimal`)
  return read
}

/** The shortest form, without an exponent. */
export function writeDecimal({ digits, scale }: Decimal): string {
  const negative = digits < 0n
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0')
  const before = text.slice(0, text.length - scale)
  const after = withoutEnd(text.slice(text.length - scale), '0')
  const sign = negative && digits !== 0n ? '-' : ''
  return after === '' ? sign + before : `${sign}${before}.${after}`
}

export const zero: Decimal = { digits: 0n, scale: 0 }

const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

const raised = ({ digits, scale }: Decimal, to: number): bigint =>
  scale === to ? digits : digits * powerOfTen(to - scale)

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { digits: raised(one, scale) + raised(other, scale), scale }
}

export const minus = (one: Decimal, { digits, scale }: Decimal): Decimal =>
  plus(one, { digits: -digits, scale })

export const sum = (decimals: readonly Decimal[]): Decimal => decimals.reduce(plus, zero)

export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
})

/**
 * The quotient rounded half away from zero to `places` decimal places. @throws RangeError when `other` is
 * zero
 */
export function quotient(one: Decimal, other: Decimal, places: number): Decimal {
  const numerator = one.digits * powerOfTen(other.scale + places)
  const denominator = other.digits * powerOfTen(one.scale)
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const rounded = (n * 2n + d) / (d * 2n)
  return { digits: negative ? -rounded : rounded, scale: places }
}

/** The nearest multiple of a step; halves are rounded away from zero. */
export const roundedTo = (value: Decimal, step: Decimal): Decimal => times(quotient(value, step, 0), step)

/** Negative when `one` is less than `other`, zero when they are equal. */
export function compare(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale)
  const [a, b] = [raised(one, scale), raised(other, scale)]
  return a < b ? -1 : a > b ? 1 : 0
}

export const larger = (one: Decimal, other: Decimal): Decimal => (compare(one, other) >= 0 ? one : other)
