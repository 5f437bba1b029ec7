/** Decimals as text: read from what sources write, moved and multiplied digit by digit, never as floating point. */

import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'

interface Decimal {
  digits: bigint
  /** How many of the digits stand behind the point; never negative. */
  scale: number
}

const plain = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

function parts(text: string): Decimal | undefined {
  const [whole, sign = '', before = '', after = '', exponent = '0'] = plain.exec(text) ?? []
  if (whole === undefined || before + after === '') return undefined
  const digits = BigInt(before + after) * (sign === '-' ? -1n : 1n)
  const scale = after.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

function write({ digits, scale }: Decimal): string {
  const negative = digits < 0n
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0')
  const before = text.slice(0, text.length - scale)
  const after = withoutEnd(text.slice(text.length - scale), '0')
  const sign = negative && digits !== 0n ? '-' : ''
  return after === '' ? sign + before : `${sign}${before}.${after}`
}

/** A decimal in its shortest form; text that is no decimal gives `undefined`. */
export function decimalText(text: string): string | undefined {
  const decimal = parts(text.trim())
  return decimal && write(decimal)
}

/**
 * A number as people write it, with a comma or a point: `1,5` is 1.5, `1,234.5` is 1234.5, `1.234,5` too. One mark is a
 * decimal mark, several of the same separate thousands; where three digits behind one mark may be thousands,
 * number-notation.ts has settled it before.
 */
export function readNumber(text: string): string | undefined {
  const trimmed = text.trim().replace(/(?<=\d)[\s\u00A0\u202F](?=\d{3}(?!\d))/g, '')
  const comma = trimmed.lastIndexOf(',')
  if (/^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(trimmed)) return decimalText(trimmed.replaceAll('.', ''))
  if (comma < 0) return decimalText(trimmed)
  const point = trimmed.lastIndexOf('.')
  const manyCommas = trimmed.indexOf(',') !== comma
  if (point > comma || manyCommas) return decimalText(trimmed.replaceAll(',', ''))
  return decimalText(trimmed.replaceAll('.', '').replace(',', '.'))
}

/** The product of two decimals, exactly. */
export function multiply(one: string, other: string): string {
  const [a, b] = [parts(one), parts(other)]
  if (!a || !b) throw new Error(`"${one}" and "${other}" are not both decimals`)
  return write({ digits: a.digits * b.digits, scale: a.scale + b.scale })
}

/** The quotient rounded half away from zero to `places` behind the point. */
export function divide(one: string, other: string, places: number): string {
  const [a, b] = [parts(one), parts(other)]
  if (!a || !b || b.digits === 0n) throw new Error(`"${one}" cannot be divided by "${other}"`)
  const numerator = a.digits * 10n ** BigInt(b.scale + places)
  const denominator = b.digits * 10n ** BigInt(a.scale)
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const rounded = (n * 2n + d) / (d * 2n)
  return write({ digits: negative ? -rounded : rounded, scale: places })
}
