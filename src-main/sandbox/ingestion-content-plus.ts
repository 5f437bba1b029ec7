import type { Problem } from '../../src-shared/problem.ts'
import { isError } from '../../src-shared/problem.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import { checkContentPlus } from '../../src-shared/vocabulary/content-plus-rules.ts'
import type { WriterContext } from '../storage/index.ts'
import { openCatalogQuestions } from './ingestion-catalog.ts'
import { finding, type ItemOutcome, rejected } from './ingestion-outcome.ts'
import {
  contentOfFeedRetailer,
  everyRetailer,
  mergeContent,
  openRetailerContent,
} from './retailer-content.ts'

/** Adds or updates the content of Content+ feeds for items and retailers, inside the caller's transaction. */
export function openContentPlusIngestion(context: WriterContext) {
  const { db, record } = context
  const catalog = openCatalogQuestions(db)
  const retailerContent = openRetailerContent(context)

  /** An item is taken whole or not at all. */
  return (item: ContentPlusFeedItem, position: number): ItemOutcome => {
    const id = item.id ?? ''
    const path = `contentPlus/item[${position + 1}]`
    const problems: Problem[] = checkContentPlus({ item: [item] })
      .filter(isError)
      .map((problem) => ({ ...problem, path: problem.path.replace(/^contentPlus\/item\[1\]/, path) }))
    if (catalog.itemBody(id) === undefined) problems.push(finding('ITEM_UNKNOWN', `${path}/@id`, id))
    for (const [index, retailer] of (item.retailer ?? []).entries())
      if (retailer.id && catalog.lookupName('retailer', retailer.id) === undefined)
        problems.push(finding('RETAILER_UNKNOWN', `${path}/retailer[${index + 1}]/@id`, retailer.id))
    if (problems.length > 0) return rejected(problems)
    const retailers = item.retailer ?? []
    const sent = retailers.map((one) => ({
      retailer: one.id ?? everyRetailer,
      content: contentOfFeedRetailer(one),
    }))
    retailerContent.put(id, sent, mergeContent)
    record({ topic: 'items', ids: [id] })
    const count = retailers.length === 1 ? '1 retailer' : `${retailers.length} retailers`
    return { status: 'PROCESSED', remarks: `Content for ${count} is published.` }
  }
}
