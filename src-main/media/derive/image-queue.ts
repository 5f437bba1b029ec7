import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'

/** What waits for a picture: a person looking at the screen comes before everything that is fetched ahead. */
const urgency = { screen: 2, fetched: 1 } as const

/**
 * Half of the cores, so that the others stay free for everything else however much is being fetched; two at least,
 * since each waits between its steps; four at most, for the memory that decoded pictures take.
 */
const atOnce = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)))
/** Pixels of a picture that is decoded while no other of its size is: 100 MB of memory or more. */
const large = 25_000_000

/** All decoding of this room goes through here, so that neither the processor nor the memory is overrun. */
export interface ImageQueue {
  run<T>(purpose: keyof typeof urgency, work: () => Promise<T>): Promise<T>
  /** Within a `run`: what decodes a picture of so many pixels, one at a time where that is large. */
  decode<T>(pixels: number, work: () => Promise<T>): Promise<T>
  idle(): Promise<void>
}

export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: atOnce })
  const ofLarge = new PQueue({ concurrency: 1 })
  return {
    run: (purpose, work) => queue.add(work, { priority: urgency[purpose] }),
    decode: (pixels, work) => (pixels < large ? work() : ofLarge.add(work)),
    idle: () => queue.onIdle(),
  }
}
