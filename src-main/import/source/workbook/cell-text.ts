/**
 * Converts a cell of a workbook to text: its exact value, with its number format applied if the format adds
 * information.
 */
import { formatted, general, type NumberFormat } from './number-format.ts'

const dayLength = 86_400_000

/**
 * Converts a date's number of days to ISO 8601. Days before March 1900 are shifted by one, because the first
 * spreadsheets treated 1900 as a leap year.
 */
export function dateText(days: number, isFrom1904: boolean): string {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const moment = new Date(origin + Math.round((days * dayLength) / 1000) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (days < 1 && days > 0) return time
  return time === '00:00:00' ? date : `${date}T${time}`
}

/**
 * Significant digits that a spreadsheet computes with and shows; further ones are rounding errors of binary
 * fractions.
 */
const certainDigits = 15

/** A number of a workbook in plain digits: integers exactly, fractions as a spreadsheet shows them. */
export const numberText = (written: string, format: NumberFormat = general): string =>
  formatted(exactText(written, format), format)

function exactText(written: string, { digits }: NumberFormat): string {
  const text = written.trim()
  if (/^\d+$/.test(text)) return text.padStart(digits, '0')
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return text
  const exact = plain(text)
  if (/^\d+$/.test(exact)) return exact.padStart(digits, '0')
  if (/^-\d+$/.test(exact)) return `-${exact.slice(1).padStart(digits, '0')}`
  return plain(number.toPrecision(certainDigits))
}

/** Numbers of products do not have larger exponents. */
const maxZeros = 40

/** The same decimal without an exponent and trailing zeros; any other text is returned unchanged. */
function plain(text: string): string {
  const [, sign = '', integer = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? []
  const shift = Number(power)
  if (integer + fraction === '' || Math.abs(shift) > maxZeros) return text
  const point = integer.length + shift
  const all = (integer + fraction).padEnd(point, '0')
  const before = point > 0 ? all.slice(0, point) : ''
  const after = point > 0 ? all.slice(point) : '0'.repeat(-point) + all
  const left = before.replace(/^0+/, '') || '0'
  const right = withoutZeros(after)
  const minus = sign === '-' && /[1-9]/.test(all) ? '-' : ''
  return minus + left + (right === '' ? '' : `.${right}`)
}

function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

/** Decodes characters that a workbook writes as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
