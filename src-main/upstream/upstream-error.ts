import type { Problem } from '../../src-shared/problem.ts'
import { say } from '../../src-shared/texts/say.ts'
import { nextMidnight, retryAfter } from '../platform/retry.ts'
import type { HttpAnswer } from './http-call.ts'
import type { SaidProblem } from './read-answer.ts'

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

interface Asked {
  /** The call in words, e.g. `POST https://host/v2.1/feed/items`. */
  call: string
  /** Whether the path names a single entity, so that 404 means that the entity does not exist. */
  namesOne: boolean
  now: number
  /** The problems in the answer's body. */
  said: SaidProblem
}

const withoutRetryAfter = { maintenance: 120_000, tooManyRequests: 60_000 }

/**
 * Throws the {@link UpstreamError} for an answer other than 200. `mayHaveArrived` concerns a sent feed: when the service
 * refuses the feed's contents, nothing was stored. A defect, a redirect, or an answer of something between here and the
 * service (busy, too late, a conflict) leaves open whether the feed was stored.
 */
export function requireSuccess(
  answer: Pick<HttpAnswer, 'status' | 'headers'>,
  { call, namesOne, now, said: { detail, problems, isProblemDocument: isServicesOwn } }: Asked,
): void {
  const { status } = answer
  if (status === 200) return
  const wait = retryAfter(answer.headers['retry-after'], now)
  const said = detail ? ` ${say`The service says: ${detail}`}` : ''

  if (status === 403 || status === 401)
    throw new UpstreamError(
      'credentials',
      `${say`The service refused the user name or the password.`}${said}`,
      { status, isServicesOwn },
    )
  if (status === 406 || status === 429)
    throw new UpstreamError('limit', `${say`The daily limit for downloaded items is reached.`}${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait ?? (status === 406 ? nextMidnight(now) : now + withoutRetryAfter.tooManyRequests),
    })
  if (status === 503)
    throw new UpstreamError('maintenance', `${say`The service is down for maintenance.`}${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait ?? now + withoutRetryAfter.maintenance,
    })
  if (status === 404 && namesOne)
    throw new UpstreamError('not-found', `${say`The service does not have it.`}${said}`, {
      status,
      isServicesOwn,
    })
  if (status >= 500)
    throw new UpstreamError('server', `${say`The service failed (${status}) at ${call}.`}${said}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait,
    })
  if (status >= 400)
    throw new UpstreamError('refused', `${say`The service refused ${call} (${status}).`}${said}`, {
      status,
      problems,
      isServicesOwn,
      mayHaveArrived: status === 408 || status === 409,
      retryAt: wait,
    })
  throw new UpstreamError(
    'invalid-answer',
    say`${call} was answered with ${status} instead of 200. Redirects are not followed: check the address.`,
    { status, mayHaveArrived: true },
  )
}
