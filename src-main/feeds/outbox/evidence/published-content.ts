import type { PublishedContent } from '../../../../src-shared/feeds/outbox/model.ts'
import { contentOfFeedRetailer } from '../../../../src-shared/feeds/preview/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import {
  type ContentPlus,
  type ContentPlusFeedItem,
  contentPlusFeedRetailer,
} from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { parseDocument, writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { maxInlineBytes } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { defineThreadFunctions, type Remote, type Storage } from '../../../storage/index.ts'
import { namedIn } from '../../drafts/index.ts'
import { feedRetailerOf, mergeContent } from '../../targets/sandbox/index.ts'
import { type AcceptedItem, maxFeeds } from '../store/accepted-content.ts'
import type { outboxReader } from '../store/outbox-reader.ts'

/** The item at an index of a payload. */
function itemAt(body: Uint8Array, position: number): ContentPlusFeedItem | undefined {
  let found: ContentPlusFeedItem | undefined
  parseDocument(documents.contentPlus, body, {
    keep: false,
    each(item, index) {
      if (index === position) found = item
      return []
    },
  })
  return found
}
const publishedFunctions = { itemAt }
/** Large payloads are read in a separate thread. */
export const publishedReader = defineThreadFunctions('outbox/published', publishedFunctions)

/**
 * Content+ that this workspace has published for an item, per retailer: merged from the feeds whose item the
 * service accepted, in the same way as a service merges it (Content+ POST). Content sent by others is not
 * included.
 */
export function openPublishedContent(storage: Storage, reader: Remote<ReturnType<typeof outboxReader.open>>) {
  const callThread = storage.apart(publishedReader)
  const read = async ({ id, position }: AcceptedItem): Promise<ContentPlusFeedItem | undefined> => {
    const body = await reader.body(id)
    if (!body) return undefined
    try {
      return body.byteLength > maxInlineBytes
        ? await callThread('itemAt', [body, position])
        : itemAt(body, position)
    } catch (error) {
      if (error instanceof PlainError) return undefined
      throw error
    }
  }
  return async (itemId: string): Promise<PublishedContent> => {
    const taken = await reader.acceptedContentPlus(itemId)
    const retailers = new Map<string, { content: ContentPlus; feeds: AcceptedItem[] }>()
    let unread = 0
    for (const feed of taken.slice(0, maxFeeds).reverse()) {
      const item = await read(feed)
      if (!item) unread += 1
      for (const retailer of item?.retailer ?? []) {
        const id = retailer.id ?? ''
        const { content, feeds } = retailers.get(id) ?? { content: {}, feeds: [] }
        retailers.set(id, {
          content: mergeContent(content, contentOfFeedRetailer(retailer)),
          feeds: [feed, ...feeds],
        })
      }
    }
    const ids = [...retailers.keys()].sort()
    const names = await reader.retailerNames(ids)
    return {
      unread,
      isPart: taken.length > maxFeeds,
      retailers: ids.map((retailer, index) => {
        const { content = {}, feeds = [] } = retailers.get(retailer) ?? {}
        const value = feedRetailerOf({ retailer, content })
        return {
          retailerId: retailer,
          retailerName: names[index] ?? retailer,
          xml: writeElement(contentPlusFeedRetailer, 'retailer', value),
          feeds: feeds.map((feed) => ({
            id: feed.id,
            ...namedIn(feed),
            sentAt: new Date(feed.sentAt).toISOString(),
          })),
        }
      }),
    }
  }
}
