import { t } from '@lingui/core/macro'
import { formatDistanceToNowStrict } from 'date-fns'
import { useEffect, useState } from 'react'

export { dateAndTime, dateOnly } from '../../src-shared/moment.ts'

const whole = new Intl.NumberFormat('en-GB')
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })

/** `18,980` */
export const wholeNumber = (value: number): string => whole.format(value)

/** `19k`; small numbers are unchanged. */
export const shortCount = (value: number): string =>
  value < 10_000 ? whole.format(value) : compact.format(value).toLowerCase()

/** `1 item`, `3 items` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(value)} ${value === 1 ? one : many}`

const sizes = ['bytes', 'kB', 'MB', 'GB'] as const

/** `4.7 kB`; a kB is 1000 bytes. */
export function byteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < sizes.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${sizes[unit]}`
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const languages = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

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

const parsed = (moment: string): Date | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `5 minutes ago`, `just now`, `in 2 minutes`; a text that is no time is unchanged. */
export function relativeTime(moment: string): string {
  const date = parsed(moment)
  if (!date) return moment
  if (Math.abs(Date.now() - date.getTime()) < 45_000) return t`just now`
  return formatDistanceToNowStrict(date, { addSuffix: true })
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
