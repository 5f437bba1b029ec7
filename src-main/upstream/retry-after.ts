const day = 24 * 60 * 60 * 1000
/** A header longer than this is no date. */
const longestDate = 64

/**
 * The moment a `Retry-After` header names, in milliseconds since the epoch: seconds from now, or a date; at most a day
 * from now, whatever it says. Undefined when there is none or it cannot be read.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const said = value?.trim() ?? ''
  if (said === '' || said.length > longestDate) return undefined
  // Digits alone are seconds; a number with a sign or a point is neither seconds nor a date.
  const moment = /^\d+$/.test(said)
    ? now + Number(said) * 1000
    : /^[a-z]/i.test(said)
      ? Date.parse(said)
      : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.min(Math.max(moment, now), now + day)
}

/** The next midnight UTC: when a daily limit begins anew. */
export const nextMidnight = (now: number): number => (Math.floor(now / day) + 1) * day
