import { PlainError } from '../../../../src-shared/plain-error.ts'

/** The life of one program, which can be killed between any two of its steps. */
export class Life {
  dead = false
  /** Number of calls in progress. */
  pending = 0
  readonly #onEnd: () => void
  #left = Number.POSITIVE_INFINITY

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  killAfter(moments: number): void {
    this.#left = Math.min(this.#left, moments)
  }

  /** Counts one step. @returns false when the program is dead */
  pass(): boolean {
    if (!this.dead && --this.#left < 0) this.end()
    return !this.dead
  }

  end(): void {
    if (this.dead) return
    this.dead = true
    this.#onEnd()
  }

  /** Runs an effect on the outside world; rejects once the program is dead. */
  async during<T>(work: () => T | Promise<T>): Promise<T> {
    this.pending++
    try {
      if (!this.pass()) throw killed()
      const done = await work()
      if (!this.pass()) throw killed()
      return done
    } finally {
      this.pending--
    }
  }

  /** A proxy of the object whose functions run through `during`. */
  wrap<T extends object>(object: T): T {
    return new Proxy(object, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]) => this.during(() => Reflect.apply(value, target, args))
          : value
      },
    })
  }
}

const killed = () => new PlainError('closed', 'The program was killed.')
