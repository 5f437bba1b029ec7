import { performance } from 'node:perf_hooks'
import type { Clock } from '../platform/clock.ts'

/** Waiting that can be cut short. */
interface Waker {
  /** Ends the wait that is going on, or the next one. */
  wake(): void
  /** Forgets a call of `wake` that came while nobody waited. */
  reset(): void
  /** Resolves at the moment (milliseconds; undefined: never) or when woken. */
  waitUntil(moment: number | undefined): Promise<void>
}

/** The longest time a timer can be set for: 2^31 - 1 milliseconds. */
const longestSleep = 2_147_483_647

export function createWaker(clock: Clock): Waker {
  let wakened = false
  let end: (() => void) | undefined
  return {
    wake() {
      wakened = true
      end?.()
    },
    reset() {
      wakened = false
    },
    async waitUntil(moment) {
      if (wakened) return
      const sleep = new AbortController()
      const woken = new Promise<void>((resolve) => {
        end = resolve
      })
      const slept =
        moment === undefined
          ? new Promise<void>(() => {})
          : clock
              .sleep(Math.min(Math.max(0, moment - clock.now()), longestSleep), sleep.signal)
              .catch(() => {})
      await Promise.race([woken, slept])
      end = undefined
      sleep.abort()
    },
  }
}

/** Differences below this are those of two clocks that run side by side, in milliseconds. */
const tolerance = 2000

/**
 * Tells by how many milliseconds the clock has been set back since it was last asked; 0 when it was not. A clock that
 * is ahead of time is no reason to tell: the computer may have slept, and what was waited for is due.
 */
export function createClockWatch(clock: Clock): { setBack(): number } {
  const lead = () => clock.now() - performance.now()
  let known = lead()
  return {
    setBack() {
      const now = lead()
      const back = known - now
      if (Math.abs(back) >= tolerance) known = now
      return back >= tolerance ? Math.round(back) : 0
    },
  }
}
