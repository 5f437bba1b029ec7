import type { Problem } from './problem.ts'

interface PlainErrorDetail {
  /** Where in a document or a form the fault lies. */
  path?: string
  /** Every fault, where single fields are at fault. */
  problems?: Problem[]
  /** What a program needs to act on it; a value that can be cloned to another thread. */
  data?: unknown
  cause?: unknown
}

/**
 * A refusal or failure in words for a person: what, where, why, what to do. This error crosses a thread, a process and
 * the calls of the face with its code, path, problems and data. A class of its own has only what needs more than that:
 * an answer to HTTP (ApiError), a call to the service (UpstreamError), the end of a command (CommandError).
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
