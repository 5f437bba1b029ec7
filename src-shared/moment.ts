import { format } from 'date-fns'

const parsed = (moment: string | number): Date | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * A moment in this computer's time zone, `21 Nov 2026, 10:17`; a text that is no time is unchanged.
 * @param moment ISO 8601, or milliseconds since the epoch
 */
export function dateAndTime(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, 'd MMM yyyy, HH:mm') : String(moment)
}

/** The day of a moment, `21 Nov 2026`; a text that is no time is unchanged. */
export function dateOnly(moment: string | number): string {
  const date = parsed(moment)
  return date ? format(date, 'd MMM yyyy') : String(moment)
}
