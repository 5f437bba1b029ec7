import type { Item } from '../../src-shared/vocabulary/item.ts'
import { openCatalogQuestions, openKeptContent } from '../sandbox/index.ts'
import type { Database } from '../storage/index.ts'
import { openEarlierFeeds } from './earlier-feeds.ts'
import type { Knowledge } from './refresh-start.ts'

/** All that is known of an item beside its record. */
export function openKnowledge(db: Database): (record: Item) => Knowledge {
  const { names, idsByName } = openCatalogQuestions(db)
  const earlierFeed = openEarlierFeeds(db)
  const keptContent = openKeptContent(db)
  const role = db.prepare<[], string>("SELECT value FROM setting WHERE key = 'role'").pluck()
  return (record) => ({
    isCopy: role.get() === '"connected"',
    names,
    distributorIds: (name) => idsByName('distributor', name),
    earlier: earlierFeed(record),
    content: keptContent(record.id ?? ''),
  })
}
