import { feedKinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Upstream } from '../../../upstream/index.ts'
import type { FeedTarget } from '../target.ts'

/**
 * The connected Catalog Data Service. It accepts all feed kinds and has an item search (specification,
 * endpoints 5 to 11).
 */
export const catalogService = ({ probe, submitFeed, feedStatus, itemPage }: Upstream): FeedTarget => ({
  kinds: feedKinds,
  probe,
  submitFeed,
  feedStatus,
  itemPage,
})
