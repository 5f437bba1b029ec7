import type { Problem } from '../../src-shared/problem.ts'
import { nextMidnight, retryAfter } from '../platform/retry.ts'
import type { HttpAnswer } from './http-call.ts'
import type { SaidProblem } from './read-answer.ts'

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

interface UpstreamErrorDetail {
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

interface Asked {
  /** The call in words, e.g. `POST https://host/v2.1/feed/items`. */
  call: string
  /** Whether the path names a single entity: then 404 means that there is none such. */
  namesOne: boolean
  now: number
  /** What the answer's body says. */
  said: SaidProblem
}

const withoutRetryAfter = { maintenance: 120_000, tooManyRequests: 60_000 }

/**
 * Throws the {@link UpstreamError} that an answer other than 200 stands for. `mayHaveArrived` is of a feed that was
 * sent: a refusal of what it holds says that nothing was stored; a defect, a redirect, and every answer that something
 * between here and the service gives in its place (busy, too late, a conflict) says nothing.
 */
export function requireSuccess(
  answer: Pick<HttpAnswer, 'status' | 'headers'>,
  { call, namesOne, now, said: { detail, problems } }: Asked,
): void {
  const { status } = answer
  if (status === 200) return
  const wait = retryAfter(answer.headers['retry-after'], now)
  const said = detail ? ` The service says: ${detail}` : ''

  if (status === 403 || status === 401)
    throw new UpstreamError('credentials', `The service refused the user name or the password.${said}`, {
      status,
    })
  if (status === 406 || status === 429)
    throw new UpstreamError('limit', `The daily limit for downloaded items is reached.${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait ?? (status === 406 ? nextMidnight(now) : now + withoutRetryAfter.tooManyRequests),
    })
  if (status === 503)
    throw new UpstreamError('maintenance', `The service is down for maintenance.${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait ?? now + withoutRetryAfter.maintenance,
    })
  if (status === 404 && namesOne)
    throw new UpstreamError('not-found', `The service does not have it.${said}`, { status })
  if (status >= 500)
    throw new UpstreamError('server', `The service failed (${status}) at ${call}.${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait,
    })
  if (status >= 400)
    throw new UpstreamError('refused', `The service refused ${call} (${status}).${said}`, {
      status,
      problems,
      mayHaveArrived: status === 408 || status === 409,
      retryAt: wait,
    })
  throw new UpstreamError(
    'invalid-answer',
    `${call} was answered with ${status} instead of 200. Redirects are not followed: check the address.`,
    { status, mayHaveArrived: true },
  )
}
