/** Parses numbers as people write them, with or without digit grouping. */
import { formatLocale } from '../../texts/language.ts'

const parts = new Intl.NumberFormat(formatLocale).formatToParts(1_000_000)
const groupSeparator = parts.find(({ type }) => type === 'group')?.value
/** Digits in groups of three with one and the same separator. */
const groups = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+|(?:\s\d{3})+|(?:’\d{3})+|(?:'\d{3})+|(?:_\d{3})+)$/

/**
 * Parses a whole number. `10000`, `10.000`, `10,000` and `10 000` are equal in every language; undefined for
 * any other text.
 */
export function readWholeNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const digits = groups.test(trimmed) ? trimmed.replace(/\D/g, '') : trimmed
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/**
 * Parses a number with an optional fraction after a point or a comma. Of these two characters, only the one
 * that groups digits in the page's language is read as a group separator: `1.500` is 1.5 in English and 1500
 * in German.
 */
export function readNumber(text: string, group = groupSeparator): number | undefined {
  const trimmed = text.trim()
  const separator = /[.,]/.exec(trimmed)?.[0] ?? group
  const whole = separator === group ? readWholeNumber(trimmed) : undefined
  if (whole !== undefined) return whole
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined
}
