import PQueue from 'p-queue'

/** What waits for a picture: a person looking at the screen comes before everything that is fetched ahead. */
const urgency = { screen: 2, fetched: 1 } as const

/**
 * All decoding of this room goes through here, one picture at a time, so that one core stays free for everything else
 * however much is being fetched.
 */
export interface ImageQueue {
  run<T>(purpose: keyof typeof urgency, work: () => Promise<T>): Promise<T>
  idle(): Promise<void>
}

export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: 1 })
  return {
    run: (purpose, work) => queue.add(work, { priority: urgency[purpose] }),
    idle: () => queue.onIdle(),
  }
}
