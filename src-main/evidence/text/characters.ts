/** Reads the result of the recognition model: for each step along a strip, the probability of each character. */

/** A text with the probability of its characters, and the position of each as a share of the strip's width. */
export interface Reading {
  text: string
  /** The mean probability of the characters, 0 to 1. */
  certainty: number
  positions: number[]
}

/** The characters that the model knows; class 0 of the model means no character. */
export class Characters {
  #known: string[]
  /** Classes that can be read. Chinese characters are left out, because they are confused with Latin ones. */
  #readable: number[]

  /** @param list one character per line, as distributed with the model; the model's last class is a space. */
  constructor(list: string) {
    this.#known = [...list.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
    this.#readable = this.#known.flatMap((character, index) => (isLatin(character) ? index + 1 : []))
  }

  /**
   * @param probabilities `steps` × `classes` values, of which this strip's start at `offset`
   * @returns the most likely character of each step, without the repetitions of the same one
   */
  read(probabilities: Float32Array, offset: number, steps: number, classes: number): Reading {
    let text = ''
    let sum = 0
    const positions: number[] = []
    let before = 0
    for (let step = 0; step < steps; step += 1) {
      const start = offset + step * classes
      let best = 0
      let highest = probabilities[start] ?? 0
      for (const one of this.#readable) {
        const probability = probabilities[start + one] ?? 0
        if (probability > highest) [best, highest] = [one, probability]
      }
      if (best !== 0 && best !== before) {
        text += this.#known[best - 1] ?? ''
        sum += highest
        positions.push((step + 0.5) / steps)
      }
      before = best
    }
    return { text, certainty: positions.length === 0 ? 0 : sum / positions.length, positions }
  }
}

/** Letters, digits and signs up to the end of the Latin letters with marks; each is one unit of a string. */
const isLatin = (character: string): boolean => character.length === 1 && character < '\u0250'
