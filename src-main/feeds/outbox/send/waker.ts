import { performance } from 'node:perf_hooks'
import type { Clock } from '../../../platform/clock.ts'

/** The longest time a timer can be set for: 2^31 - 1 milliseconds. */
const maxSleep = 2_147_483_647

/** A wait that can be ended early. */
export function createWaker(clock: Clock) {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    /** Ends the present wait, or the next one. */
    wake(): void {
      isWoken = true
      end?.()
    },
    /** Takes back a `wake` that came while nobody waited. */
    reset(): void {
      isWoken = false
    },
    /** Resolves at the moment (milliseconds; undefined: never) or when woken. */
    async waitUntil(moment: number | undefined): Promise<void> {
      if (isWoken) return
      const sleep = new AbortController()
      const woken = new Promise<void>((resolve) => {
        end = resolve
      })
      const slept =
        moment === undefined
          ? new Promise<void>(() => {})
          : clock.sleep(Math.min(Math.max(0, moment - clock.now()), maxSleep), sleep.signal).catch(() => {})
      await Promise.race([woken, slept])
      end = undefined
      sleep.abort()
    },
  }
}

/** Two clocks that run side by side differ by less than this, in milliseconds. */
const tolerance = 2000

/**
 * Tells by how many milliseconds the clock was set back since the last question; 0 when it was not. A clock that jumped
 * ahead does not matter: the computer may have slept, and waits that are over are due.
 */
export function createClockWatch(clock: Clock): { setBack(): number } {
  const offset = () => clock.now() - performance.now()
  let known = offset()
  return {
    setBack() {
      const now = offset()
      const back = known - now
      if (Math.abs(back) >= tolerance) known = now
      return back >= tolerance ? Math.round(back) : 0
    },
  }
}
