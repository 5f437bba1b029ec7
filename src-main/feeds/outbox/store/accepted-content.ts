import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'

/** Maximum number of feeds read per item; content of older ones has likely been replaced. */
export const maxFeeds = 20

/** A feed's item that the service reported as accepted. */
export interface AcceptedItem {
  id: string
  name: string
  name_parts: string | null
  /** 0-based index in the feed. */
  position: number
  /** Milliseconds since the epoch. */
  sentAt: number
}

/**
 * SQL for the Content+ feeds whose item the service accepted, last sent first. They are ordered by number of
 * sending, because the clock may have been set back; feeds from before that number was stored are ordered by
 * time.
 */
const acceptedItemsSql = `
  SELECT feed.id, feed.name, feed.name_parts, named.position, coalesce(feed.sent_at, feed.created_at) AS sentAt
  FROM feed_code AS named CROSS JOIN feed ON feed.id = named.feed
    CROSS JOIN feed_result AS result ON result.feed = feed.id AND result.position = named.position
  WHERE named.code = ? AND feed.kind = 'contentplus'
    AND upper(trim(result.ingestion_status)) IN ('PROCESSED', 'SUCCESS')
  ORDER BY feed.sending DESC, sentAt DESC, feed.sequence DESC LIMIT ${maxFeeds + 1}`

/** Reads the Content+ feeds that the service accepted for an item. */
export function readAcceptedItems(db: Database) {
  const taken = db.prepare<[string], AcceptedItem>(acceptedItemsSql)
  const { lookupName } = openCatalogQueries(db)
  return {
    acceptedContentPlus: (itemId: string): AcceptedItem[] => taken.all(itemId),
    retailerNames: (ids: string[]): (string | undefined)[] => ids.map((id) => lookupName('retailer', id)),
  }
}
