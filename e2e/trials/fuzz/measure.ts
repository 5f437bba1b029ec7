import type { Cost } from './finding.ts'

/** Observes which reader is running, in case it hangs. */
export interface Watch {
  starts(reader: string): void
  skipped: ReadonlySet<string>
}
const unwatched: Watch = { starts: () => undefined, skipped: new Set() }

/** Measures the processor time and memory of calls of our readers, for one document at a time. */
export class Meter {
  costs: Cost[] = []
  readonly #size: number
  readonly #watch: Watch

  /** @param size size of the document in bytes, which is not counted as memory of its reader */
  constructor(size: number, watch: Watch = unwatched) {
    this.#size = size
    this.#watch = watch
  }

  /** False for a reader that has hung before; it is skipped in this run. */
  mayRun(reader: string): boolean {
    return !this.#watch.skipped.has(reader)
  }

  /** Measures processor time of this thread, so that other load on the machine matters little. */
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

/** Peak memory of this process. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024
