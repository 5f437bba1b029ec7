import { setTimeout as delay } from 'node:timers/promises'

/** The clock that all services use. Tests pass a fake one. */
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
 * Waits for a promise, at most `milliseconds`. The work behind the promise continues after a timeout: the
 * caller must stop it.
 * @param stalled creates the error thrown on timeout
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

/** A function that may be called at any time; `work` runs at most once per `milliseconds`. */
interface Throttled {
  (): void
  /** Cancels the scheduled run and waits for the current one. */
  done(): Promise<void>
}

/**
 * Trailing throttle: the first call starts a timer of `milliseconds`, and one run covers all calls made until
 * it fires.
 */
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
