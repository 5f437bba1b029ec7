import { PlainError } from '../../../../src-shared/plain-error.ts'

/** The life of one program, which can end between any two of the moments it passes. */
export class Life {
  dead = false
  /** Calls that were begun and are not over. */
  pending = 0
  readonly #onEnd: () => void
  #left = Number.POSITIVE_INFINITY

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  killAfter(moments: number): void {
    this.#left = Math.min(this.#left, moments)
  }

  /** One moment goes by. @returns false when the program is dead */
  pass(): boolean {
    if (!this.dead && --this.#left < 0) this.end()
    return !this.dead
  }

  end(): void {
    if (this.dead) return
    this.dead = true
    this.#onEnd()
  }

  /** What a program does to the world outside it: nothing any more once it is dead. */
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

  /** The same object, whose functions are done in this life. */
  lead<T extends object>(object: T): T {
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
