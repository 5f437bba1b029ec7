/** Collects problems with their offsets, up to the limit of listed problems. */
import type { Problem } from '../../problem.ts'
import { type DocumentLimits, limitWords } from './limits.ts'
import { pathOf, type Trail } from './path.ts'
import { Lines } from './read/places.ts'

interface Found {
  problem: Problem
  offset: number | undefined
}

/** The number of problems that are not listed individually. */
export interface Omitted {
  errors: number
  warnings: number
}

export class ProblemList {
  readonly #limits: DocumentLimits
  readonly #found: Found[] = []
  /** The number of unlisted problems, and the offset of the first one. */
  #omitted: (Omitted & { offset: number | undefined }) | undefined

  constructor(limits: DocumentLimits) {
    this.#limits = limits
  }

  /** Number of problems listed so far. */
  get length(): number {
    return this.#found.length
  }

  /** Counts of unlisted problems; undefined if there are none. */
  get omitted(): Omitted | undefined {
    if (this.#omitted === undefined) return undefined
    const { errors, warnings } = this.#omitted
    return { errors, warnings }
  }

  /** Adds a problem. `offsetOf` is only called if the problem is listed, or is the first unlisted one. */
  add(problem: Problem, offsetOf: () => number | undefined): void {
    const isNamed = this.#found.length < this.#limits.problems || this.#omitted === undefined
    const offset = isNamed ? offsetOf() : undefined
    if (this.#isFull(problem.severity !== 'warning', offset)) return
    this.#found.push({ problem, offset })
  }

  /** Adds a problem by its trail; the path is only built if the problem is listed. */
  say(
    at: Trail,
    { code, message }: { code: string; message: string },
    offset: number | undefined,
    severity: { severity?: 'warning' } = {},
  ): void {
    if (this.#isFull(severity.severity === undefined, offset)) return
    this.#found.push({ problem: { code, path: pathOf(at), message, ...severity }, offset })
  }

  /** The problems listed after the first `count`. */
  since(count: number): Problem[] {
    return this.#found.slice(count).map(({ problem }) => problem)
  }

  /**
   * All problems in the order found. If not all are listed, the last one gives the total. `root` is the
   * path of the document.
   */
  listed(root: string): Problem[] {
    const problems = this.#found.map(({ problem }) => problem)
    return this.#omitted === undefined ? problems : [...problems, this.#more(root)]
  }

  /** All problems in document order, with lines and columns. */
  placed(root: string, text: string): Problem[] {
    if (this.#found.length === 0) return []
    const lines = new Lines(text)
    const at = (problem: Problem, offset: number | undefined): Problem =>
      offset === undefined ? problem : { ...problem, ...lines.position(offset) }
    const problems = this.#found
      .toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
      .map(({ problem, offset }) => at(problem, offset))
    if (this.#omitted !== undefined) problems.push(at(this.#more(root), this.#omitted.offset))
    return problems
  }

  #isFull(isError: boolean, offset: number | undefined): boolean {
    if (this.#found.length < this.#limits.problems) return false
    this.#omitted ??= { errors: 0, warnings: 0, offset }
    this.#omitted[isError ? 'errors' : 'warnings'] += 1
    return true
  }

  #more(root: string): Problem {
    const { errors, warnings } = this.omitted ?? { errors: 0, warnings: 0 }
    return {
      path: root,
      ...limitWords('problems', this.#limits, this.#found.length + errors + warnings),
      ...(errors > 0 ? {} : { severity: 'warning' }),
    }
  }
}
