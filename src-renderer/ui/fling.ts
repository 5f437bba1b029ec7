/** Milliseconds after the last great step of a fling after which what it leads to is drawn. */
export const flungMilliseconds = 120

/**
 * Tells a fling from other scrolling. A step of more than half of what is in sight is great; a great step soon after
 * another belongs to a fling, and what it passes is not worth drawing. A single great step is.
 */
export class FlingWatch {
  #greatAt = Number.NEGATIVE_INFINITY

  /** @param by pixels scrolled since the last call @param inSight pixels of what is in sight */
  step(by: number, inSight: number): { isGreat: boolean; isFlung: boolean } {
    const now = performance.now()
    const isGreat = 2 * Math.abs(by) > inSight
    const isFlung = isGreat && now - this.#greatAt < flungMilliseconds
    if (isGreat) this.#greatAt = now
    return { isGreat, isFlung }
  }
}
