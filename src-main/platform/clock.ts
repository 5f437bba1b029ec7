import { setTimeout as delay } from 'node:timers/promises'

/** Time as the services see it, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, signal ? { signal } : {}),
}
