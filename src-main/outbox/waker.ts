import type { Clock } from '../platform/clock.ts'

/** Waiting that can be cut short. */
export interface Waker {
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
