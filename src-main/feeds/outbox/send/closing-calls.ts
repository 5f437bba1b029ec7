import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { FeedTarget } from '../../targets/index.ts'

interface ClosingCalls {
  /** The service with calls that are aborted on close. */
  service: FeedTarget
  /** Aborted when closing starts. */
  signal: AbortSignal
  /**
   * Aborts all requests at once, but a feed that is being sent only after the closing timeout: without its
   * acknowledgement it is unknown whether it arrived. Resolves when `work`, which makes the calls, is
   * finished.
   */
  close(work: Promise<unknown> | undefined): Promise<void>
}

/** @param timeout closing timeout in milliseconds */
export function createClosingCalls(service: FeedTarget, clock: Clock, timeout: number): ClosingCalls {
  const { itemPage } = service
  const requests = new AbortController()
  const sendings = new AbortController()
  const requestOptions = { signal: requests.signal }
  const sendOptions = { signal: sendings.signal }
  return {
    service: {
      kinds: service.kinds,
      probe: (options) => service.probe({ ...options, ...requestOptions }),
      feedStatus: (query, options) => service.feedStatus(query, { ...options, ...requestOptions }),
      ...(itemPage && { itemPage: (query, options) => itemPage(query, { ...options, ...requestOptions }) }),
      submitFeed: (feed, options) => service.submitFeed(feed, { ...options, ...sendOptions }),
    },
    signal: requests.signal,
    async close(work) {
      const reason = new PlainError('CLOSED', say`The workspace is being closed.`)
      requests.abort(reason)
      const finished = new AbortController()
      clock.sleep(timeout, finished.signal).then(
        () => sendings.abort(reason),
        () => {},
      )
      try {
        await work
      } finally {
        finished.abort()
      }
    },
  }
}
