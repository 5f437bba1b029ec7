import type { Problem } from '../../src-shared/problem.ts'

/**
 * The kind of a call's failure:
 * - `unreachable`: no connection, or it broke or timed out
 * - `refused`: the service does not accept the request (400, 404 of a path, 405, 413)
 * - `credentials`: 403
 * - `limit`: the daily limit is reached (406), or too many requests (429)
 * - `maintenance`: 503
 * - `invalid-answer`: not the XML that was asked for (a sign-in page, a redirect, a truncated document)
 * - `server`: any other 5xx
 * - `not-found`: nothing has the identifier the path names
 */
export type UpstreamFailure =
  | 'unreachable'
  | 'refused'
  | 'credentials'
  | 'limit'
  | 'maintenance'
  | 'invalid-answer'
  | 'server'
  | 'not-found'

interface UpstreamErrorDetail {
  status?: number
  /** The earliest moment to try again, in milliseconds since the epoch. */
  retryAt?: number
  /** Whether any byte of the request may have reached the service. */
  mayHaveArrived?: boolean
  /** The service's problems with single parameters or fields. */
  problems?: Problem[]
  /** Whether the answer has the form in which the service refuses. Anything else may have answered otherwise. */
  isServicesOwn?: boolean
  /** The bytes of an answer that was the expected document, but broken. */
  answer?: Uint8Array
  /** The host that is not allowed for pictures, written as in a connection (src-shared/media/media-hosts.ts). */
  refusedHost?: string
  cause?: unknown
}

/**
 * Every failure of an {@link Upstream} call. The message is for a person: what, where, what to do. It is no PlainError
 * since callers decide by the status, by the moment to try again and by whether the request may have arrived.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamFailure
  readonly status: number | undefined
  readonly retryAt: number | undefined
  readonly mayHaveArrived: boolean
  readonly problems: Problem[]
  readonly isServicesOwn: boolean
  readonly answer: Uint8Array | undefined
  readonly refusedHost: string | undefined

  constructor(kind: UpstreamFailure, message: string, detail: UpstreamErrorDetail = {}) {
    super(message, { cause: detail.cause })
    this.name = 'UpstreamError'
    this.kind = kind
    this.status = detail.status
    this.retryAt = detail.retryAt
    this.mayHaveArrived = detail.mayHaveArrived ?? false
    this.problems = detail.problems ?? []
    this.isServicesOwn = detail.isServicesOwn ?? false
    this.answer = detail.answer
    this.refusedHost = detail.refusedHost
  }
}
