/** How fast something has been going since it was first asked about, and how long it will take at that. */
export interface Pace {
  perSecond?: number
  secondsLeft?: number
}

/** Before so many milliseconds there is nothing to reckon with. */
const leastElapsed = 500

/** Told of how much is done and how much there is, says the pace. */
export function createPace(
  now: () => number = () => performance.now(),
): (done: number, total: number) => Pace {
  let first: { at: number; done: number } | undefined
  return (done, total) => {
    first ??= { at: now(), done }
    const elapsed = now() - first.at
    if (elapsed < leastElapsed || done === first.done) return {}
    const perSecond = ((done - first.done) * 1000) / elapsed
    return { perSecond: Math.round(perSecond), secondsLeft: Math.ceil((total - done) / perSecond) }
  }
}
