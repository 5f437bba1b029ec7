import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { Upstream } from '../../upstream/index.ts'

/**
 * A service that feeds are sent to, as the outbox calls it. Every failed call rejects with an `UpstreamError`, whose
 * `mayHaveArrived` says whether a feed may have been taken all the same. A target that takes another format than XML
 * writes it from the items of the payload (`kinds[kind].payload.read`).
 */
export interface FeedTarget extends Pick<Upstream, 'probe' | 'submitFeed' | 'feedStatus'> {
  /** Kinds of feeds that the service takes; others are refused before they are queued. */
  readonly kinds: readonly FeedKind[]
  /**
   * Looks up items in the service's catalog, by which the outbox finds out what became of a feed without an
   * acknowledgement. Absent where the service shows no items: only a person can tell then.
   */
  readonly itemPage?: Upstream['itemPage']
}
