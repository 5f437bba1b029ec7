import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { Upstream } from '../../upstream/index.ts'

/**
 * A service to which feeds are sent, as used by the outbox. Every failed call rejects with an
 * `UpstreamError`, whose `mayHaveArrived` reports whether the service may have accepted the feed
 * nevertheless. A target with another format than XML creates it from the items of the payload
 * (`kinds[kind].payload.read`).
 */
export interface FeedTarget extends Pick<Upstream, 'probe' | 'submitFeed' | 'feedStatus'> {
  /** Feed kinds that the service accepts; others are rejected before queueing. */
  readonly kinds: readonly FeedKind[]
  /**
   * Looks up items in the service's catalog, from which the outbox determines the outcome of a feed without
   * acknowledgement. Absent if the service has no item search: then only a person can decide.
   */
  readonly itemPage?: Upstream['itemPage']
}
