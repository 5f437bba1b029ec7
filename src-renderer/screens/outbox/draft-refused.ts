import type { OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { checkFeed } from '../../../src-shared/vocabulary/rules/check-feed.ts'

const refused = new Set(['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED'])

/** The places (0-based) of the items the service did not take. */
export const refusedItems = ({ results }: OutboxFeedDetail): Set<number> =>
  new Set(results.filter(({ ingestionStatus }) => refused.has(ingestionStatus)).map(({ index }) => index))

/** The payload of a feed with only those of its items that the service did not take. */
export function refusedPayload(feed: OutboxFeedDetail, namespaceBase: string | undefined): string {
  const places = refusedItems(feed)
  const { items, contentPlus } = checkFeed(feed.kind, feed.xml, { namespaceBase })
  const only = <Item>(all: readonly Item[]) => all.filter((_, index) => places.has(index))
  const options = { namespaceBase, indent: 2 }
  if (items) return writeDocument(documents.ingestItems, { ...items, item: only(items.item) }, options)
  if (contentPlus)
    return writeDocument(documents.contentPlus, { ...contentPlus, item: only(contentPlus.item) }, options)
  return feed.xml
}
