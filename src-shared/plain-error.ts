import type { Problem } from './problem.ts'

interface PlainErrorDetail {
  /** Where the fault is in a document or a form. */
  path?: string
  /** Problems of individual fields. */
  problems?: Problem[]
  /** Data for programs; must be cloneable to another thread. */
  data?: unknown
  cause?: unknown
}

/**
 * A refusal or failure with a message for a person: what happened, where, why, and what to do. Only this
 * error keeps its code, path and problems between threads and processes and in the calls of the user
 * interface. Any other thrown error is a defect.
 */
export class PlainError<Code extends string = string> extends Error {
  /** A stable code for programs, e.g. `disk-full`. */
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
