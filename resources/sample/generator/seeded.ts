/** A small deterministic random source (mulberry32): the same seed always draws the same catalog. */
export interface Seeded {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A number between the bounds. */
  between(low: number, high: number): number
  /** A whole number between the bounds, both included. */
  whole(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
  chance(probability: number): boolean
}

export function seeded(text: string): Seeded {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    whole,
    pick: (choices) => {
      const choice = choices[whole(0, choices.length - 1)]
      if (choice === undefined) throw new Error('Nothing to pick from')
      return choice
    },
    chance: (probability) => next() < probability,
  }
}
