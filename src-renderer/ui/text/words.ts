import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { type PlaceLabel, placeWord } from '../../../src-shared/vocabulary/place-label.ts'
import { formatLocale } from '../../texts/language.ts'

const whole = new Intl.NumberFormat(formatLocale)
const tenths = new Intl.NumberFormat(formatLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** For example `3.2`. */
export const oneDigit = (value: number): string => tenths.format(value)
const compact = new Intl.NumberFormat(formatLocale, { notation: 'compact', maximumFractionDigits: 1 })

/** For example `18,980`. */
export const wholeNumber = (value: number): string => whole.format(value)

const plain = new Intl.NumberFormat(formatLocale, { useGrouping: false, maximumFractionDigits: 3 })
/** For example `18980.125`, the format of input fields. */
export const plainNumber = (value: number): string => plain.format(value)

/** For example `19k`; numbers below 10,000 are not shortened. */
export const shortCount = (value: number): string =>
  value < 10_000 ? whole.format(value) : compact.format(value).replace(/\d[A-Z]$/, (end) => end.toLowerCase())

const decimalMark = new Intl.NumberFormat(formatLocale)
  .formatToParts(0.5)
  .find(({ type }) => type === 'decimal')?.value

/** The decimal mark of the page's language. */
export const usesComma = decimalMark === ','

/**
 * A number of a record in the notation of the language, digit for digit: `2.5` is `2,5` in German. Other
 * text is returned unchanged.
 */
export const decimalWords = (text: string, comma = usesComma): string =>
  comma && /^[+-]?\d*\.\d+$/.test(text) ? text.replace('.', ',') : text

/** A number with its unit in the notation of the language: `2.5 kg` is `2,5 kg` in German. */
export function amountWords(text: string, comma = usesComma): string {
  const at = text.search(/\s/)
  const end = at < 0 ? text.length : at
  return decimalWords(text.slice(0, end), comma) + text.slice(end)
}

const alternatives = new Intl.ListFormat(formatLocale, { type: 'disjunction' })
/** For example `Brand or Brand in words`. */
export const anyOf = (words: readonly string[]): string => alternatives.format(words)

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** For example `4.7 kB`; a kB is 1000 bytes. */
export function byteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < sizes.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return new Intl.NumberFormat(formatLocale, {
    style: 'unit',
    unit: sizes[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

const regions = new Intl.DisplayNames([formatLocale], { type: 'region' })
const languages = new Intl.DisplayNames([formatLocale], {
  type: 'language',
  languageDisplay: 'standard',
})

/** The name that `Intl` has for a code; an invalid code is returned unchanged. */
function nameBy(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** Name of a country: `CA` is Canada. An unknown code is returned unchanged. */
export const countryName = (code: string): string => nameBy(regions, code)

/** Name of a language: `fr-CA` is French (Canada). An unknown tag is returned unchanged. */
export const languageName = (tag: string): string => nameBy(languages, tag)

/** The label of one step on the path to a value. */
export const placeLabel = (label: PlaceLabel): string => placeWord(label, languageName)

const days = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat(formatLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const ago = new Intl.RelativeTimeFormat(formatLocale)

/** Units of relative times, with their length in seconds. */
const timeUnits = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['month', 2_592_000],
  ['year', 31_536_000],
] as const

const parsed = (moment: string | number): Date | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * An ISO 8601 time in this computer's time zone, such as `21 Nov 2026, 10:17`. Any other text is returned
 * unchanged.
 */
export function dateAndTime(moment: string | number): string {
  const date = parsed(moment)
  return date ? `${days.format(date)}, ${times.format(date)}` : String(moment)
}

/** For example `21 Nov 2026`. A text that is not a time is returned unchanged. */
export function dateOnly(moment: string | number): string {
  const date = parsed(moment)
  return date ? days.format(date) : String(moment)
}

/**
 * For example `5 minutes ago`, `just now` or `in 2 minutes`. A text that is not a time is returned
 * unchanged.
 */
export function relativeTime(moment: string): string {
  const date = parsed(moment)
  if (!date) return moment
  if (Math.abs(Date.now() - date.getTime()) < 45_000) return t`just now`
  const seconds = (date.getTime() - Date.now()) / 1000
  const [unit, length] = timeUnits.findLast(([, min]) => Math.abs(seconds) >= min) ?? timeUnits[0]
  return ago.format(Math.round(seconds / length), unit)
}

/** Renders the caller again every `seconds`, so that relative times are updated. */
export function useTick(seconds = 20): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}

/** The last segment of a path, with slashes or backslashes. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path

/**
 * Milliseconds below which a planned time is shown as `within a minute`, because its exact second is
 * uncertain.
 */
const nearTime = 45_000

/** For example `in 5 minutes`; `within a minute` if it is due. */
export const plannedTime = (moment: string): string =>
  Date.parse(moment) - Date.now() < nearTime ? t`within a minute` : relativeTime(moment)
