import type { Problem } from './problem.ts'

interface PlainErrorDetail {
  /** The place of the fault in a document or a form. */
  path?: string
  /** The problems of single fields. */
  problems?: Problem[]
  /** Data for programs; a value that can be cloned to another thread. */
  data?: unknown
  cause?: unknown
}

/**
 * A refusal or failure with a message for a person: what, where, why, what to do. Only this error keeps its code, path and
 * problems between threads and processes and in the calls of the face. Any other thrown error is a defect.
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
