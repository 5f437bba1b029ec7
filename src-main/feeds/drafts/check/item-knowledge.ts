import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { mayTakeEffect, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { contentOfFeedRetailer } from '../../../../src-shared/feeds/preview/model.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { dateOnly } from '../../../../src-shared/values/moment.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { contentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { type IngestItem, ingestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import type { Group } from '../../../../src-shared/vocabulary/kit/description.ts'
import {
  type DocumentDescription,
  parseDocument,
  parseElement,
  type ValueOf,
} from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { RecordNames, ToFeed } from '../../../../src-shared/vocabulary/record-and-feed.ts'
import { Declined, openCatalogQueries, scanPage } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import {
  appendContent,
  type Combine,
  contentOfIngestItem,
  mergeContent,
  mergeTexts,
  openKeptContent,
  type RetailerContent,
} from '../../targets/sandbox/index.ts'

/** Information about an item in addition to its catalog record. */
export interface Knowledge extends ToFeed {
  /** The newest feed of this workspace with the complete item; else the Content+ that its feeds added. */
  earlier?: EarlierFeed | undefined
  /** Stored Content+ of the item; empty in a synced copy, which has none. */
  content: readonly RetailerContent[]
  names: RecordNames
  /** The record is a copy from a service, which may have more than the record shows. */
  isCopy?: boolean
}

/** The complete item as this workspace last sent or received it. */
interface EarlierFeed {
  /**
   * The item as sent, merged with the e-commerce descriptions of later updates. Absent if feeds of this
   * workspace only added Content+.
   */
  item?: IngestItem
  /** Its Content+, merged with later updates and Content+ feeds. */
  content: RetailerContent[]
  /** Name of the feed in a sentence: `the refresh "Tea" of 31 May 2026`. */
  words: string
  /** Whether the item's record has changed in a field (path without indexes) since the feed was sent. */
  isTouched(field: string): boolean
}

interface FeedRow {
  sequence: number
  kind: FeedKind
  name: string
  at: number
  position: number
  origin: 'sent' | 'received'
}

const states = JSON.stringify(outboxStates.filter(mayTakeEffect))
const refused = ['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED']

/**
 * Finds the newest feed with a complete item, among the sent feeds of the outbox or the received feeds of a
 * sandbox. Feeds are found by an index of their product codes, and only the one item is parsed.
 */
export function openEarlierFeeds(db: Database) {
  const sent = db.prepare<[string, string, string, string], FeedRow>(`
    SELECT feed.sequence, feed.kind, feed.name, coalesce(feed.sent_at, feed.created_at) AS at,
      feed_code.position, 'sent' AS origin
    FROM json_each(?) AS wanted CROSS JOIN feed_code ON feed_code.code = wanted.value
    CROSS JOIN feed ON feed.id = feed_code.feed
    LEFT JOIN feed_result ON feed_result.feed = feed.id AND feed_result.position = feed_code.position
    WHERE (feed.kind = 'contentplus') = (wanted.value = ?)
      AND feed.state IN (SELECT value FROM json_each(?))
      AND coalesce(feed_result.ingestion_status, '') NOT IN (SELECT value FROM json_each(?))
    ORDER BY feed.sequence DESC`)
  const received = db.prepare<[string], FeedRow>(`
    SELECT received_feed.seq AS sequence, received_feed.kind, '' AS name, received_at AS at,
      received_feed_item.position, 'received' AS origin
    FROM json_each(?) AS wanted CROSS JOIN received_feed_item ON received_feed_item.product_code = wanted.value
    CROSS JOIN received_feed ON received_feed.seq = received_feed_item.feed
    WHERE received_feed_item.product_code <> '' AND received_feed_item.status = 'SUCCESS'
      AND received_feed.kind IN ('create', 'refresh')
    ORDER BY received_feed.seq DESC LIMIT 1`)
  const bodies = {
    sent: db.prepare<[number], Buffer>('SELECT body FROM feed_body WHERE feed = ?').pluck(),
    received: db.prepare<[number], Buffer>('SELECT body FROM received_feed WHERE seq = ?').pluck(),
  }
  const { changedFields } = openCatalogQueries(db)

  /**
   * Cache of the last payload with the byte ranges of its items: drafts of many items often refer to the same
   * feed.
   */
  let last: { origin: string; sequence: number; body: Buffer; items: ItemRanges } | undefined
  const payload = ({ origin, sequence }: FeedRow) => {
    if (last?.origin === origin && last.sequence === sequence) return last
    const body = bodies[origin].get(sequence)
    if (!body) return undefined
    last = { origin, sequence, body, items: itemRanges(body) }
    return last
  }
  const itemOf = <G extends Group, D extends Group>(
    row: FeedRow,
    group: G,
    document: DocumentDescription<D>,
  ): ValueOf<G> | undefined => {
    const found = payload(row)
    if (!found) return undefined
    const place = found.items?.[row.position]
    if (place) return parseElement(group, found.body.subarray(place.start, place.end)).value
    let value: ValueOf<G> | undefined
    parseDocument(document, found.body, {
      keep: false,
      each(item: unknown, index) {
        if (index === row.position) value = item as ValueOf<G>
        return []
      },
    })
    return value
  }

  return (record: Item): EarlierFeed | undefined => {
    const id = record.id ?? ''
    const codes = (record.upcs ?? []).map(({ text }) => text.trim())
    const padded = codes.map((code) => gtin14(code) ?? code)
    const sentFeeds = sent.all(
      JSON.stringify([...new Set([...padded, id])]),
      id,
      states,
      JSON.stringify(refused),
    )
    const receivedFeeds = received.all(JSON.stringify([...new Set(codes.flatMap(gtinForms))]))
    const isCompleteItem = ({ kind }: FeedRow) => kinds[kind].ifAbsent === 'created'
    const newest = [...sentFeeds.filter(isCompleteItem), ...receivedFeeds].toSorted((a, b) => b.at - a.at)[0]
    const item = newest && itemOf(newest, ingestItem, documents.ingestItems)
    const first = item ? newest : sentFeeds[0]
    if (!first) return undefined

    let content = item ? contentOfIngestItem(item) : []
    const isLater = ({ sequence }: FeedRow) => !item || (first.origin === 'sent' && sequence > first.sequence)
    const later = sentFeeds.filter(isLater)
    for (const row of later.toReversed()) {
      const { payload, changes } = kinds[row.kind]
      if (payload.name === 'contentplus') {
        const update = itemOf(row, contentPlusFeedItem, documents.contentPlus)
        const parts = (update?.retailer ?? []).map((one) => ({
          retailer: one.id ?? '',
          content: contentOfFeedRetailer(one),
        }))
        content = withContent(content, parts, mergeContent)
      } else if (changes) {
        const update = itemOf(row, ingestItem, documents.ingestItems)
        if (!update) continue
        if (item && update.ecommerceDescription)
          item.ecommerceDescription = mergeTexts(item.ecommerceDescription, update.ecommerceDescription)
        content = withContent(content, contentOfIngestItem(update), appendContent)
      }
    }
    if (!item && content.length === 0) return undefined
    let fields: string[] | undefined
    return {
      item,
      content,
      words: wordsOf(first),
      isTouched(field) {
        fields ??= changedFields(id, first.at)
        return fields.some(
          (one) => one === field || one.startsWith(`${field}/`) || field.startsWith(`${one}/`),
        )
      },
    }
  }
}

type ItemRanges = { start: number; end: number }[] | undefined

/** Byte ranges of a payload's items; undefined if its elements have prefixes, or it is not UTF-8. */
function itemRanges(body: Buffer): ItemRanges {
  try {
    const page = scanPage(body)
    return page.isPrefixed ? undefined : page.items
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}

/** A GTIN in all its lengths; any other code unchanged. */
function gtinForms(code: string): string[] {
  const padded = gtin14(code)
  if (padded === undefined) return [code]
  const shorter = [13, 12, 8].filter((length) => /^0*$/.test(padded.slice(0, 14 - length)))
  return [code, padded, ...shorter.map((length) => padded.slice(14 - length))]
}

/** Combines the content of each retailer; other retailers keep theirs. */
export function withContent(
  kept: readonly RetailerContent[],
  sent: readonly RetailerContent[],
  combine: Combine,
): RetailerContent[] {
  const byRetailer = new Map(kept.map(({ retailer, content }) => [retailer, content]))
  for (const { retailer, content } of sent)
    byRetailer.set(retailer, combine(byRetailer.get(retailer) ?? {}, content))
  return [...byRetailer].map(([retailer, content]) => ({ retailer, content }))
}

const wordsOf = ({ kind, name, at }: FeedRow): string =>
  name ? kinds[kind].words.named(name, dateOnly(at)) : kinds[kind].words.dated(dateOnly(at))

/** Reads all information about an item in addition to its record. */
export function openKnowledge(db: Database): (record: Item) => Knowledge {
  const { names, idsByName } = openCatalogQueries(db)
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
