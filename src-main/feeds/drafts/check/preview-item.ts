import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { type ItemPreview, sentItem } from '../../../../src-shared/feeds/preview/model.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { itemGtins } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import {
  appendContent,
  contentOfIngestItem,
  everyRetailer,
  mergeContent,
  mergeTexts,
  type RetailerContent,
} from '../../targets/sandbox/index.ts'
import { startRefresh } from '../make/drafts-start.ts'
import { openKnowledge, withContent } from './item-knowledge.ts'

/** Opens the preview of draft items: the catalog item as it is, and as it will be after the feed. */
export function openPreview(db: Database) {
  const { ownersOf, record } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  return (kind: FeedKind, value: PayloadItem): ItemPreview => {
    const { payload, ifPresent } = kinds[kind]
    const sent = sentItem(kind, value)
    const about = payload.isById
      ? (value as ContentPlusFeedItem).id?.trim()
      : ownersOf(itemGtins(value as IngestItem))
          .keys()
          .next().value
    const found = about === undefined ? undefined : record(about)
    const present = found && parseElement(itemGroup, found.body).value
    if (about === undefined || !present) return { after: sent, sent, isWhole: ifPresent !== 'changed' }
    const { item: before, content } = startRefresh(present, knownOf(present))
    if (ifPresent !== 'changed') return { about, before, after: sent, sent, isWhole: true }
    const combine = payload.isById ? mergeContent : appendContent
    const after: IngestItem = {
      ...before,
      ...(sent.ecommerceDescription && {
        ecommerceDescription: mergeTexts(before.ecommerceDescription, sent.ecommerceDescription),
      }),
      ...contentMembers(withContent(content, contentOfIngestItem(sent), combine)),
    }
    return { about, before, after, sent, isWhole: false }
  }
}

/** Content of all retailers as members of an item. */
function contentMembers(
  content: readonly RetailerContent[],
): Pick<IngestItem, 'contentPlus' | 'manufacturerContent'> {
  const general = content.find(({ retailer }) => retailer === everyRetailer)?.content
  const single = content.filter(({ retailer }) => retailer !== everyRetailer)
  return {
    ...(general && { contentPlus: general }),
    ...(single.length > 0 && {
      manufacturerContent: single.map(({ retailer, content: own }) => ({ id: retailer, contentPlus: own })),
    }),
  }
}
