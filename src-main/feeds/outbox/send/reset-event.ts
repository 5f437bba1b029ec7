import type { Clock } from '../../../platform/clock.ts'

/** The longest time a timer can be set for: 2^31 - 1 milliseconds. */
const maxSleep = 2_147_483_647

/** A manual-reset event: once set, waits end at once until it is reset. One wait at a time. */
export function createResetEvent(clock: Clock) {
  let isSet = false
  let end: (() => void) | undefined
  return {
    /** Ends the present wait, or the next one. */
    set(): void {
      isSet = true
      end?.()
    },
    reset(): void {
      isSet = false
    },
    /** Resolves when the event is set, or at the moment (milliseconds; undefined: never). */
    async waitUntil(moment: number | undefined): Promise<void> {
      if (isSet) return
      const sleep = new AbortController()
      const set = new Promise<void>((resolve) => {
        end = resolve
      })
      const slept =
        moment === undefined
          ? new Promise<void>(() => {})
          : clock.sleep(Math.min(Math.max(0, moment - clock.now()), maxSleep), sleep.signal).catch(() => {})
      await Promise.race([set, slept])
      end = undefined
      sleep.abort()
    },
  }
}
