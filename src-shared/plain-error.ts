import type { Problem } from './problem.ts'

export interface PlainErrorDetail {
  /** Where in a document or a form the fault lies. */
  path?: string
  /** Every fault, where single fields are at fault. */
  problems?: Problem[]
  /** What a program needs to act on it; a value that can be cloned to another thread. */
  data?: unknown
  cause?: unknown
}

/**
 * A refusal or failure in words for a person: what, where, why, what to do. It is the one error that crosses a thread,
 * a process or the calls of the face, with its code, path and problems. Anything else that is thrown is a defect.
 */
export class PlainError<Code extends string = string> extends Error {
  /** A stable word for programs, e.g. `disk-full`. */
  readonly code: Code
  readonly path: string | undefined
  readonly problems: Problem[]
  readonly data: unknown

  constructor(code: Code, message: string, { path, problems = [], data, cause }: PlainErrorDetail = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'PlainError'
    this.code = code
    this.path = path
    this.problems = problems
    this.data = data
  }
}
