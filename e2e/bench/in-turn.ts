import { median, spreadOf } from './figure.ts'

/** Medians of runs that took turns, so that other load on the machine slows both alike. */
interface Turns {
  ours: number
  theirs?: number
  ratio?: number
  spread: number
}

/** Makes one run; returns the measured value in the unit of the figure. */
export type Run = (round: number) => Promise<number> | number

/**
 * Runs ours and theirs in turn, after a warm-up run of each.
 * @param theirs undefined when the peer is not installed
 */
export async function inTurn(rounds: number, ours: Run, theirs: Run | undefined): Promise<Turns> {
  await ours(0)
  await theirs?.(0)
  const own: number[] = []
  const other: number[] = []
  for (let round = 1; round <= rounds; round++) {
    own.push(await ours(round))
    if (theirs) other.push(await theirs(round))
  }
  if (!theirs) return { ours: median(own), spread: spreadOf(own) }
  const ratios = own.map((value, index) => value / (other[index] ?? Number.NaN))
  return { ours: median(own), theirs: median(other), ratio: median(ratios), spread: spreadOf(ratios) }
}

/** Returns the duration of `work` in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
