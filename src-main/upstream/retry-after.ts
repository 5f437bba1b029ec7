/**
 * The moment a `Retry-After` header names, in milliseconds since the epoch: seconds from now, or a date.
 * Undefined when there is none or it says nothing.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d+\s*$/.test(value)) return now + Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(date, now)
}

/** The next midnight UTC: when a daily limit begins anew. */
export function nextMidnight(now: number): number {
  const day = 24 * 60 * 60 * 1000
  return (Math.floor(now / day) + 1) * day
}
