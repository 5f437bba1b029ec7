/** A deterministic random generator, so that findings can be reproduced from the seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer from 0 to `below`, exclusive (mulberry32). */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }

  /** True once in `often` calls on average. */
  once(often: number): boolean {
    return this.below(often) === 0
  }

  /** @throws when the list is empty */
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }
}

/** A random seed; print it so that the run can be repeated. */
export const anySeed = (): number => Math.floor(Math.random() * 2 ** 31)
