/**
 * Says when to repeat a failed call: growing pauses, the time a service asked for, and waiting for a moment. The caller
 * decides whether to repeat the call at all. Times are in milliseconds, moments since the epoch.
 */
import type { Clock } from './clock.ts'

const day = 24 * 60 * 60 * 1000

/** The longest time that a service can make us wait. */
export const maxRetryAfter = day

/** Pauses that grow by `factor` from the first to the longest one. */
interface GrowingPauses {
  first: number
  longest: number
  /** 2 when absent. */
  factor?: number
}

/**
 * The pause after so many failures, shortened at random by up to half, so that many clients do not call at once.
 * @param attempt 0 for the first pause
 */
export function growingPause(
  { first, longest, factor = 2 }: GrowingPauses,
  attempt: number,
  random: () => number = Math.random,
): number {
  // Beyond 40 every pause is the longest; the power must not become infinite.
  const pause = Math.min(longest, first * factor ** Math.min(attempt, 40))
  return Math.ceil(pause * (0.5 + random() / 2))
}

/** The pause after so many failures, from a list whose last pause also holds later. @param attempt 0 for the first pause */
export function listedPause(pauses: readonly [number, ...number[]], attempt: number): number {
  return pauses[Math.min(attempt, pauses.length - 1)] ?? pauses[0]
}

/** The moment to call again: after the pause, and not before the moment that the service named. */
export const tryAgainAt = (now: number, pause: number, retryAt: number | undefined): number =>
  Math.max(retryAt ?? 0, now + pause)

/** A header longer than this is no date. */
const maxDateLength = 64

/**
 * The moment that a `Retry-After` header names, in seconds from now or as a date, but at most a day from now. Undefined
 * without a header, and for one that cannot be read.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const said = value?.trim() ?? ''
  if (said === '' || said.length > maxDateLength) return undefined
  // Digits alone are seconds; a number with a sign or a point is neither seconds nor a date.
  const moment = /^\d+$/.test(said)
    ? now + Number(said) * 1000
    : /^[a-z]/i.test(said)
      ? Date.parse(said)
      : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.min(Math.max(moment, now), now + maxRetryAfter)
}

const hour = 60 * 60 * 1000

/**
 * When something noted as over was over, at the latest: a clock that is corrected, or a computer that wakes, may leave a
 * moment a little ahead, which is now. Undefined for a moment further ahead, and for none: when that was, nobody knows.
 */
export function pastMoment(noted: number, now: number): number | undefined {
  return noted - now <= hour ? Math.min(noted, now) : undefined
}

/** The next midnight UTC, at which daily limits begin again. */
export const nextMidnight = (now: number): number => (Math.floor(now / day) + 1) * day

/**
 * Sleeps until a moment, but never longer than the time there was until then at first: neither the computer's own sleep
 * nor a clock set back prolongs the waiting.
 * @throws the signal's reason
 */
export async function sleepUntil(moment: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  let budget = moment - clock.now()
  for (let left = budget; left > 0 && budget > 0; left = moment - clock.now()) {
    const nap = Math.min(left, budget, 60_000)
    await clock.sleep(nap, signal)
    budget -= nap
  }
}
