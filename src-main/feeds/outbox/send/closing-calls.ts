import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { FeedTarget } from '../../targets/index.ts'

interface ClosingCalls {
  /** The service, whose calls closing ends. */
  service: FeedTarget
  /** Aborted when closing begins. */
  signal: AbortSignal
  /**
   * Ends every question at once, and a feed on the wire after a short patience: only a feed whose acknowledgement came
   * is known to have arrived. Resolves when `work`, which makes the calls, is over.
   */
  close(work: Promise<unknown> | undefined): Promise<void>
}

/** @param patience in milliseconds */
export function createClosingCalls(service: FeedTarget, clock: Clock, patience: number): ClosingCalls {
  const { itemPage } = service
  const questions = new AbortController()
  const sendings = new AbortController()
  const asked = { signal: questions.signal }
  const sent = { signal: sendings.signal }
  return {
    service: {
      kinds: service.kinds,
      probe: (options) => service.probe({ ...options, ...asked }),
      feedStatus: (query, options) => service.feedStatus(query, { ...options, ...asked }),
      ...(itemPage && { itemPage: (query, options) => itemPage(query, { ...options, ...asked }) }),
      submitFeed: (feed, options) => service.submitFeed(feed, { ...options, ...sent }),
    },
    signal: questions.signal,
    async close(work) {
      const reason = new PlainError('CLOSED', say`The workspace is being closed.`)
      questions.abort(reason)
      const over = new AbortController()
      clock.sleep(patience, over.signal).then(
        () => sendings.abort(reason),
        () => {},
      )
      try {
        await work
      } finally {
        over.abort()
      }
    },
  }
}
