/** Numbers as a person writes them, in groups of three or not. */
import { formatLocale } from '../../texts/language.ts'

const parts = new Intl.NumberFormat(formatLocale).formatToParts(1_000_000)
const groupSign = parts.find(({ type }) => type === 'group')?.value
/** Groups of three, all parted by the same sign. */
const groups = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+|(?:\s\d{3})+|(?:’\d{3})+|(?:'\d{3})+|(?:_\d{3})+)$/

/** `10000`, `10.000`, `10,000` and `10 000` are the same, in every language; undefined for what is no whole number. */
export function readWholeNumber(text: string): number | undefined {
  const written = text.trim()
  const digits = groups.test(written) ? written.replace(/\D/g, '') : written
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/**
 * The same with a fraction, behind a point or a comma: of these, only the one by which the language groups digits
 * groups them here. `1.500` is one and a half in English, and not in German.
 */
export function readNumber(text: string, group = groupSign): number | undefined {
  const written = text.trim()
  const sign = /[.,]/.exec(written)?.[0] ?? group
  const whole = sign === group ? readWholeNumber(written) : undefined
  if (whole !== undefined) return whole
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(written) ? Number(written.replace(',', '.')) : undefined
}
