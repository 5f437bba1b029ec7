import type { Cost } from './finding.ts'

/** Who wants to know which reader is at work, should it not come back. */
export interface Watch {
  starts(reader: string): void
  skipped: ReadonlySet<string>
}
const unwatched: Watch = { starts: () => undefined, skipped: new Set() }

/** Calls of our readers, with the processor time and the memory each took. One document at a time. */
export class Meter {
  costs: Cost[] = []
  readonly #size: number
  readonly #watch: Watch

  /** @param size bytes of the document, which its reader may hold for nothing */
  constructor(size: number, watch: Watch = unwatched) {
    this.#size = size
    this.#watch = watch
  }

  /** False for a reader that has hung before: it is not asked again in this run. */
  mayRun(reader: string): boolean {
    return !this.#watch.skipped.has(reader)
  }

  /** Processor time of this thread, so that what else the machine does counts little. */
  run<T>(reader: string, read: () => T): T {
    this.#watch.starts(reader)
    const before = { cpu: process.threadCpuUsage(), rss: process.memoryUsage.rss(), peak: peakMemory() }
    try {
      return read()
    } finally {
      const { user, system } = process.threadCpuUsage(before.cpu)
      const peak = peakMemory()
      const grown = peak > before.peak ? peak - before.rss - this.#size : 0
      this.costs.push({ reader, milliseconds: (user + system) / 1000, bytes: Math.max(grown, 0) })
    }
  }
}

/** The most that this process has ever held. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024
