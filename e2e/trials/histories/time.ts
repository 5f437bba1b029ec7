import type { Clock } from '../../../src-main/platform/clock.ts'

interface Sleeper {
  until: number
  wake(): void
}

/**
 * A simulated time that only steps advance. The service's clock shows this time; a computer's clock may be
 * wrong.
 */
export class Time {
  /** Milliseconds since the epoch. */
  now = Date.UTC(2026, 10, 22, 9)
  readonly #sleepers = new Set<Sleeper>()

  /** A clock that is off by `skew` milliseconds but sleeps for the true time. */
  clock(skew: () => number): Clock {
    return {
      now: () => this.now + skew(),
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          signal?.throwIfAborted()
          const sleeper: Sleeper = {
            until: this.now + milliseconds,
            wake: () => {
              this.#sleepers.delete(sleeper)
              resolve()
            },
          }
          this.#sleepers.add(sleeper)
          signal?.addEventListener('abort', () => {
            this.#sleepers.delete(sleeper)
            reject(signal.reason)
          })
        }),
    }
  }

  /** The time at which the next sleeper wakes. */
  nextWaking(): number {
    return Math.min(...[...this.#sleepers].map(({ until }) => until))
  }

  moveTo(moment: number): void {
    this.now = Math.max(this.now, moment)
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.now) sleeper.wake()
  }
}
