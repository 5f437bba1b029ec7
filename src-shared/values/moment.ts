import { format, isValid, parse } from 'date-fns'

const parsed = (moment: string | number): Date | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const withTime = 'd MMM yyyy, HH:mm'
const dayOnly = 'd MMM yyyy'

/**
 * Formats a time in this computer's time zone, `21 Nov 2026, 10:17`; a text that is no time is returned
 * unchanged.
 * @param moment ISO 8601, or milliseconds since the epoch
 */
export function dateAndTime(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, withTime) : String(moment)
}

/** Formats the day of a time, `21 Nov 2026`; a text that is no time is returned unchanged. */
export function dateOnly(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, dayOnly) : String(moment)
}

/**
 * Parses a time formatted by this file or in ISO 8601, so that it can be formatted in another language;
 * undefined for any other text.
 */
export function writtenMoment(text: string): { at: number; isDay: boolean } | undefined {
  if (/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(text)) {
    const date = parsed(text)
    return date && { at: date.getTime(), isDay: false }
  }
  const time = /^\d{1,2} [A-Z][a-z]{2} \d{4}(, \d\d:\d\d)?$/.exec(text)
  if (!time) return undefined
  const isDay = time[1] === undefined
  const date = parse(text, isDay ? dayOnly : withTime, new Date(0))
  return isValid(date) ? { at: date.getTime(), isDay } : undefined
}
