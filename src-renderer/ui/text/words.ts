import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { type PlaceLabel, placeWord } from '../../../src-shared/vocabulary/place-label.ts'
import { formatLocale } from '../../texts/language.ts'

const whole = new Intl.NumberFormat(formatLocale)
const tenths = new Intl.NumberFormat(formatLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** `3.2` */
export const oneDigit = (value: number): string => tenths.format(value)
const compact = new Intl.NumberFormat(formatLocale, { notation: 'compact', maximumFractionDigits: 1 })

/** `18,980` */
export const wholeNumber = (value: number): string => whole.format(value)

const plain = new Intl.NumberFormat(formatLocale, { useGrouping: false, maximumFractionDigits: 3 })
/** `18980.125`, as it stands in a field. */
export const plainNumber = (value: number): string => plain.format(value)

/** `19k`; small numbers are unchanged. */
export const shortCount = (value: number): string =>
  value < 10_000 ? whole.format(value) : compact.format(value).replace(/\d[A-Z]$/, (end) => end.toLowerCase())

const alternatives = new Intl.ListFormat(formatLocale, { type: 'disjunction' })
/** `Brand or Brand in words` */
export const anyOf = (words: readonly string[]): string => alternatives.format(words)

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `4.7 kB`; a kB is 1000 bytes. */
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

/** What `Intl` calls a code; a code it does not take is unchanged. */
function nameBy(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** `CA` is Canada; a code that is no country's is unchanged. */
export const countryName = (code: string): string => nameBy(regions, code)

/** `fr-CA` is French (Canada); a tag that is no language's is unchanged. */
export const languageName = (tag: string): string => nameBy(languages, tag)

/** A step on the way to a value. */
export const placeLabel = (label: PlaceLabel): string => placeWord(label, languageName)

const days = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat(formatLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const ago = new Intl.RelativeTimeFormat(formatLocale)

/** The units of a distance in time, and the seconds of each. */
const spans = [
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

/** An ISO 8601 time in this computer's time zone, `21 Nov 2026, 10:17`; any other text unchanged. */
export function dateAndTime(moment: string | number): string {
  const date = parsed(moment)
  return date ? `${days.format(date)}, ${times.format(date)}` : String(moment)
}

/** `21 Nov 2026`; a text that is no time is unchanged. */
export function dateOnly(moment: string | number): string {
  const date = parsed(moment)
  return date ? days.format(date) : String(moment)
}

/** `5 minutes ago`, `just now`, `in 2 minutes`; a text that is no time is unchanged. */
export function relativeTime(moment: string): string {
  const date = parsed(moment)
  if (!date) return moment
  if (Math.abs(Date.now() - date.getTime()) < 45_000) return t`just now`
  const seconds = (date.getTime() - Date.now()) / 1000
  const [unit, length] = spans.findLast(([, least]) => Math.abs(seconds) >= least) ?? spans[0]
  return ago.format(Math.round(seconds / length), unit)
}

/** Renders the caller again every `seconds`, so that relative times stay correct. */
export function useTick(seconds = 20): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}

/** The last part of a path, with slashes of either kind. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path

/** Milliseconds below which a planned time is shown as `within a minute`, because its second is not certain. */
const close = 45_000

/** `in 5 minutes`, or `within a minute` for what is due. */
export const plannedTime = (moment: string): string =>
  Date.parse(moment) - Date.now() < close ? t`within a minute` : relativeTime(moment)
