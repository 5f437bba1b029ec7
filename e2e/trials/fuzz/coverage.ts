/**
 * Uses V8's coverage to find documents that reach new code blocks of our readers, which are worth keeping.
 */
import { type Profiler, Session } from 'node:inspector'

const readers =
  /\/src-(?:shared\/vocabulary|main\/catalog|main\/upstream)\/(?!.*(?:fixtures|testing|\.test\.))|\/saxes\//

export class Coverage {
  readonly #session = new Session()
  readonly #reached = new Set<string>()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Number of blocks reached so far. */
  get size(): number {
    return this.#reached.size
  }

  /** Whether a block has run for the first time since the last call. */
  hasGrown(): boolean {
    const before = this.#reached.size
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error === null) for (const script of taken.result) if (readers.test(script.url)) this.#note(script)
    })
    return this.#reached.size > before
  }

  #note({ url, functions }: Profiler.ScriptCoverage): void {
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        if (count > 0) this.#reached.add(`${url}:${startOffset}:${endOffset}`)
  }
}
