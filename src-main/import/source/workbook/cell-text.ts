/** What a cell of a workbook is as text: its exact value, as its format shows it where that says more. */
import { formatted, general, type NumberFormat } from './number-format.ts'

const dayLength = 86_400_000

/** A date's number of days as ISO 8601. The days before March 1900 are one off, as the first spreadsheets took 1900 for a leap year. */
export function dateText(days: number, isFrom1904: boolean): string {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const moment = new Date(origin + Math.round((days * dayLength) / 1000) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (days < 1 && days > 0) return time
  return time === '00:00:00' ? date : `${date}T${time}`
}

/** The digits that a spreadsheet computes with and shows; those behind them are rounding errors of binary fractions. */
const certainDigits = 15

/** A number as it is written in a workbook, in plain digits: whole numbers exactly, fractions as a spreadsheet shows them. */
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

/** Longer powers of ten are no number of a product. */
const maxZeros = 40

/** The same decimal without a power of ten and without zeros at its end; text that is no decimal stays. */
function plain(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? []
  const shift = Number(power)
  if (whole + fraction === '' || Math.abs(shift) > maxZeros) return text
  const point = whole.length + shift
  const all = (whole + fraction).padEnd(point, '0')
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

/** The text of a workbook with the characters it writes as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
