import { median, spreadOf } from './figure.ts'

/** Medians of runs that took turns, so that whatever else the machine did slowed both alike. */
interface Turns {
  ours: number
  theirs?: number
  ratio?: number
  spread: number
}

/** Makes one run; answers what it measured, in the unit of the figure. */
export type Run = (round: number) => Promise<number> | number

/**
 * Runs ours and theirs in turn, after a first time that does not count.
 * @param theirs undefined when the peer is not here
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

/** Milliseconds of a piece of work. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
