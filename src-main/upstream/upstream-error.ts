import type { Problem } from '../../src-shared/problem.ts'

/**
 * What went wrong in a call to the service:
 * - `unreachable`: no connection, or it broke or timed out
 * - `refused`: the service will not take the request as it is (400, 404 of a path, 405, 413)
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

export interface UpstreamErrorDetail {
  status?: number
  /** Milliseconds since the epoch: not to be tried again before. */
  retryAt?: number
  /** Whether any byte of the request may have reached the service. */
  mayHaveArrived?: boolean
  /** What the service said about single parameters or fields. */
  problems?: Problem[]
  /** The answer as it came, where it was the document asked for but broken. */
  answer?: Uint8Array
  /** The host that may not be asked for pictures, as the connection would name it (src-shared/media/media-hosts.ts). */
  refusedHost?: string
  cause?: unknown
}

/** Every failure of an {@link Upstream} call. The message is for a person: what, where, what to do. */
export class UpstreamError extends Error {
  readonly kind: UpstreamFailure
  readonly status: number | undefined
  readonly retryAt: number | undefined
  readonly mayHaveArrived: boolean
  readonly problems: Problem[]
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
    this.answer = detail.answer
    this.refusedHost = detail.refusedHost
  }
}
