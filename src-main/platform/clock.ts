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

/**
 * What is awaited, unless it takes too long. What stalled goes on by itself: whoever began it ends it.
 * @param milliseconds how long it is waited for
 * @param stalled thrown then
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

/** A function that may be called any number of times and does its work at most once in `milliseconds`. */
interface Throttled {
  (): void
  /** Drops what is planned and waits for what runs. */
  done(): Promise<void>
}

/** The first call starts the waiting, so that calls that come together are one. */
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
