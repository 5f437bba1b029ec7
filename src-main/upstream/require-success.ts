import { say } from '../../src-shared/texts/say.ts'
import { nextMidnight, retryAfter } from '../platform/retry.ts'
import type { HttpAnswer } from './http-call.ts'
import type { SaidProblem } from './read-answer.ts'
import { UpstreamError } from './upstream-error.ts'

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
