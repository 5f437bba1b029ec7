import { say } from '../../src-shared/texts/say.ts'
import { nextMidnight, retryAfter } from '../platform/retry.ts'
import type { HttpAnswer } from './http-call.ts'
import type { ReportedProblem } from './read-answer.ts'
import { UpstreamError } from './upstream-error.ts'

interface CallContext {
  /** Name of the call for messages, e.g. `POST https://host/v2.1/feed/items`. */
  call: string
  /** Whether the path names a single entity, so that 404 means that this entity does not exist. */
  namesOne: boolean
  now: number
  /** The problems in the response body. */
  problem: ReportedProblem
}

const withoutRetryAfter = { maintenance: 120_000, tooManyRequests: 60_000 }

/**
 * Throws the {@link UpstreamError} for a status other than 200. `mayHaveArrived` is for sent feeds: if the
 * service rejects the feed's contents, nothing was stored. After a server error, a redirect, or a status that
 * a proxy may send (busy, timeout, conflict), it is unknown whether the feed was stored.
 */
export function requireSuccess(
  answer: Pick<HttpAnswer, 'status' | 'headers'>,
  { call, namesOne, now, problem: { detail, problems, isProblemDocument: isServicesOwn } }: CallContext,
): void {
  const { status } = answer
  if (status === 200) return
  const wait = retryAfter(answer.headers['retry-after'], now)
  const serviceText = detail ? ` ${say`The service says: ${detail}`}` : ''

  if (status === 403 || status === 401)
    throw new UpstreamError(
      'credentials',
      `${say`The service refused the user name or the password.`}${serviceText}`,
      { status, isServicesOwn },
    )
  if (status === 406 || status === 429)
    throw new UpstreamError(
      'limit',
      `${say`The daily limit for downloaded items is reached.`}${serviceText}`,
      {
        status,
        mayHaveArrived: true,
        retryAt: wait ?? (status === 406 ? nextMidnight(now) : now + withoutRetryAfter.tooManyRequests),
      },
    )
  if (status === 503)
    throw new UpstreamError('maintenance', `${say`The service is down for maintenance.`}${serviceText}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait ?? now + withoutRetryAfter.maintenance,
    })
  if (status === 404 && namesOne)
    throw new UpstreamError('not-found', `${say`The service does not have it.`}${serviceText}`, {
      status,
      isServicesOwn,
    })
  if (status >= 500)
    throw new UpstreamError('server', `${say`The service failed (${status}) at ${call}.`}${serviceText}`, {
      status,
      mayHaveArrived: true,
      retryAt: wait,
    })
  if (status >= 400)
    throw new UpstreamError('refused', `${say`The service refused ${call} (${status}).`}${serviceText}`, {
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
