/**
 * Computes when to repeat a failed call: growing pauses, the time requested by the service, and sleeping
 * until then. The caller decides whether to repeat the call at all. Durations are in milliseconds, times in
 * milliseconds since the epoch.
 */
import type { Clock } from './clock.ts'

const day = 24 * 60 * 60 * 1000

/** Maximum wait that a service can request. */
export const maxRetryAfter = day

/** Pauses that grow by `factor` from the first to the maximum. */
interface GrowingPauses {
  first: number
  longest: number
  /** 2 when absent. */
  factor?: number
}

/**
 * The pause after a number of failures, shortened at random by up to half, so that many clients do not call
 * at the same time.
 * @param attempt 0 for the first pause
 */
export function backoffDelay(
  { first, longest, factor = 2 }: GrowingPauses,
  attempt: number,
  random: () => number = Math.random,
): number {
  // The exponent is capped so that the power cannot become infinite; by 40, every pause is at the maximum.
  const pause = Math.min(longest, first * factor ** Math.min(attempt, 40))
  return Math.ceil(pause * (0.5 + random() / 2))
}

/**
 * The pause after a number of failures, from a list; the last entry repeats. @param attempt 0 for the first
 * pause
 */
export function listedDelay(pauses: readonly [number, ...number[]], attempt: number): number {
  return pauses[Math.min(attempt, pauses.length - 1)] ?? pauses[0]
}

/** The time of the next call: after the pause, but not before the time requested by the service. */
export const nextRetryAt = (now: number, pause: number, retryAt: number | undefined): number =>
  Math.max(retryAt ?? 0, now + pause)

/** A longer header value is not a date. */
const maxDateLength = 64

/**
 * The time given by a `Retry-After` header, as seconds or as a date, at most a day from now. Undefined
 * without a header, or if it cannot be parsed.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (text === '' || text.length > maxDateLength) return undefined
  // Digits only are seconds; a number with a sign or a decimal point is invalid.
  const time = /^\d+$/.test(text)
    ? now + Number(text) * 1000
    : /^[a-z]/i.test(text)
      ? Date.parse(text)
      : Number.NaN
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time, now), now + maxRetryAfter)
}

const hour = 60 * 60 * 1000

/**
 * The end time to assume for an event recorded as over at `noted`. A corrected clock, or a computer waking
 * up, can leave a time up to an hour in the future; that counts as now. Undefined for NaN or a time further
 * ahead, because the actual time is unknown.
 */
export function clampToPast(noted: number, now: number): number | undefined {
  return noted - now <= hour ? Math.min(noted, now) : undefined
}

/** The next midnight UTC, when daily limits reset. */
export const nextMidnight = (now: number): number => (Math.floor(now / day) + 1) * day

/**
 * Sleeps until a time, but never longer than the initial distance to it: neither system sleep nor a clock set
 * back prolongs the wait.
 * @throws the signal's reason
 */
export async function sleepUntil(time: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  let budget = time - clock.now()
  for (let remaining = budget; remaining > 0 && budget > 0; remaining = time - clock.now()) {
    const nap = Math.min(remaining, budget, 60_000)
    await clock.sleep(nap, signal)
    budget -= nap
  }
}
