/** Collects problems with their places, no more than the table of limits lists. */
import type { Problem } from '../../problem.ts'
import { type DocumentLimits, limitWords } from './limits.ts'
import { pathOf, type Trail } from './path.ts'
import { Lines } from './read/places.ts'

interface Found {
  problem: Problem
  offset: number | undefined
}

/** How many problems are not listed one by one. */
export interface Omitted {
  errors: number
  warnings: number
}

export class ProblemList {
  readonly #limits: DocumentLimits
  readonly #found: Found[] = []
  /** Those that are not listed, and where the first of them is. */
  #omitted: (Omitted & { offset: number | undefined }) | undefined

  constructor(limits: DocumentLimits) {
    this.#limits = limits
  }

  /** How many are listed so far. */
  get length(): number {
    return this.#found.length
  }

  /** How many are not listed, when there are any. */
  get omitted(): Omitted | undefined {
    if (this.#omitted === undefined) return undefined
    const { errors, warnings } = this.#omitted
    return { errors, warnings }
  }

  /** The place is asked for only when the problem is listed, or is the first that is not. */
  add(problem: Problem, offsetOf: () => number | undefined): void {
    const isNamed = this.#found.length < this.#limits.problems || this.#omitted === undefined
    const offset = isNamed ? offsetOf() : undefined
    if (this.#isFull(problem.severity !== 'warning', offset)) return
    this.#found.push({ problem, offset })
  }

  /** The same, by the place in the document or value; its path is written only when it is listed. */
  say(
    at: Trail,
    { code, message }: { code: string; message: string },
    offset: number | undefined,
    severity: { severity?: 'warning' } = {},
  ): void {
    if (this.#isFull(severity.severity === undefined, offset)) return
    this.#found.push({ problem: { code, path: pathOf(at), message, ...severity }, offset })
  }

  /** The problems listed behind the first `count`. */
  since(count: number): Problem[] {
    return this.#found.slice(count).map(({ problem }) => problem)
  }

  /** All, as they were found; the last says how many there are, if not all are listed. `root` is the path of the document. */
  listed(root: string): Problem[] {
    const problems = this.#found.map(({ problem }) => problem)
    return this.#omitted === undefined ? problems : [...problems, this.#more(root)]
  }

  /** All, in the order of the text, with lines and columns. */
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
