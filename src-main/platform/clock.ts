import { setTimeout as delay } from 'node:timers/promises'

/** The time for all services; a test can give them another clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `milliseconds`; rejects with the signal's reason when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
}

/**
 * Awaits a promise for a limited time. The work behind the promise goes on after that: the caller must end it.
 * @param milliseconds how long to wait
 * @param stalled makes the error that is thrown after that time
 */
export async function withTimeLimit<T>(
  awaited: Promise<T>,
  milliseconds: number,
  stalled: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stalled()), milliseconds)
  })
  try {
    return await Promise.race([awaited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/** A function that can be called at any time and does its work at most once in `milliseconds`. */
interface Throttled {
  (): void
  /** Drops planned work and waits for running work. */
  done(): Promise<void>
}

/** Makes a function whose first call starts the waiting, so that calls soon after one another cause one run. */
export function throttled(milliseconds: number, work: () => Promise<void>): Throttled {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      running = work()
    }, milliseconds).unref()
  }
  return Object.assign(call, {
    done: () => {
      clearTimeout(timer)
      timer = undefined
      return running
    },
  })
}
