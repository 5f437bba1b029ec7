import type { Problem } from '../../src-shared/problem.ts'
import type { ConnectionStep } from '../../src-shared/workspace/connection-steps.ts'

/**
 * The failure kinds of a call:
 * - `unreachable`: no connection, or it broke or timed out
 * - `refused`: the service does not accept the request (400, 404 of a path, 405, 413)
 * - `credentials`: 401 or 403
 * - `limit`: the daily limit is reached (406), or too many requests (429)
 * - `maintenance`: 503
 * - `invalid-answer`: not the requested XML (a sign-in page, a redirect, a truncated document)
 * - `server`: any other 5xx
 * - `not-found`: no entity has the identifier in the path
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
  /** The earliest time of a retry, in milliseconds since the epoch. */
  retryAt?: number
  /** Whether any byte of the request may have reached the service. */
  mayHaveArrived?: boolean
  /** Problems that the service reported for single parameters or fields. */
  problems?: Problem[]
  /** Whether the response is a problem document of the service. Other responses may come from a proxy. */
  isServicesOwn?: boolean
  /** The bytes of a response that was the expected document, but broken. */
  answer?: Uint8Array
  /**
   * The host that is not allowed for pictures, in the notation of a connection
   * (src-shared/media/media-hosts.ts).
   */
  refusedHost?: string
  /** The step at which the call failed; absent: as the kind says (`stepOfKind`). */
  step?: ConnectionStep
  cause?: unknown
}

/** The step at which a call of each kind of failure ended. */
const stepOfKind: Record<UpstreamFailure, ConnectionStep> = {
  unreachable: 'route',
  maintenance: 'answer',
  server: 'answer',
  limit: 'answer',
  credentials: 'credentials',
  refused: 'path',
  'not-found': 'path',
  'invalid-answer': 'format',
}

/**
 * Any failure of an {@link Upstream} call. The message is for a person: the problem, where it occurred, the
 * next step. It is not a PlainError, because callers also use the status, the retry time and whether the
 * request may have arrived.
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
  readonly step: ConnectionStep

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
    this.step = detail.step ?? stepOfKind[kind]
  }
}
