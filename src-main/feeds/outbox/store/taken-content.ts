import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'

/** Feeds that are read for one item; what was published before them is likely replaced. */
export const maxFeeds = 20

/** The item of a feed that the service said it took. */
export interface TakenItem {
  id: string
  name: string
  name_parts: string | null
  /** 0-based place in the feed. */
  position: number
  /** Milliseconds. */
  sentAt: number
}

/**
 * The Content+ feeds of which the service said that it took this item, those sent last first: by the number of the
 * sending, as a clock may be set back. Feeds sent before sendings were numbered have the moment alone.
 */
const takenItemsSql = `
  SELECT feed.id, feed.name, feed.name_parts, named.position, coalesce(feed.sent_at, feed.created_at) AS sentAt
  FROM feed_code AS named CROSS JOIN feed ON feed.id = named.feed
    CROSS JOIN feed_result AS result ON result.feed = feed.id AND result.position = named.position
  WHERE named.code = ? AND feed.kind = 'contentplus'
    AND upper(trim(result.ingestion_status)) IN ('PROCESSED', 'SUCCESS')
  ORDER BY feed.sending DESC, sentAt DESC, feed.sequence DESC LIMIT ${maxFeeds + 1}`

/** Reads which Content+ feeds the service took for an item. */
export function readTaken(db: Database) {
  const taken = db.prepare<[string], TakenItem>(takenItemsSql)
  const { lookupName } = openCatalogQueries(db)
  return {
    takenContentPlus: (itemId: string): TakenItem[] => taken.all(itemId),
    retailerNames: (ids: string[]): (string | undefined)[] => ids.map((id) => lookupName('retailer', id)),
  }
}
