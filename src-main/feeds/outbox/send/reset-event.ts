import type { Clock } from '../../../platform/clock.ts'

/** Maximum timer duration in milliseconds (2^31 - 1). */
const maxSleep = 2_147_483_647

/** Manual-reset event: once set, waits end immediately until it is reset. Supports one wait at a time. */
export function createResetEvent(clock: Clock) {
  let isSet = false
  let end: (() => void) | undefined
  return {
    /** Ends the current or the next wait. */
    set(): void {
      isSet = true
      end?.()
    },
    reset(): void {
      isSet = false
    },
    /**
     * Resolves when the event is set, or at the given time (milliseconds since the epoch; undefined: never).
     */
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
