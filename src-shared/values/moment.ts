import { format, isValid, parse } from 'date-fns'

const parsed = (moment: string | number): Date | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const withTime = 'd MMM yyyy, HH:mm'
const dayOnly = 'd MMM yyyy'

/**
 * A moment in this computer's time zone, `21 Nov 2026, 10:17`; a text that is no time is unchanged.
 * @param moment ISO 8601, or milliseconds since the epoch
 */
export function dateAndTime(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, withTime) : String(moment)
}

/** The day of a moment, `21 Nov 2026`; a text that is no time is unchanged. */
export function dateOnly(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, dayOnly) : String(moment)
}

/**
 * The moment that stands in a sentence as this file writes it, or in ISO 8601, so that it can be written anew in another
 * language; undefined for any other text.
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
