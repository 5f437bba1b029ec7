/**
 * The documents of the service, each described once. The types, the reader and writer, the checks, the
 * schema, the form and the reference page of a document are derived from its description: see `kit/kit.ts`.
 * A new field takes one line in the file that describes its element.
 */

import { contentPlusFeed } from './elements/content-plus.ts'
import { contentPlusFeedStatus, feedAcknowledgement, itemFeedStatus } from './elements/feed-status.ts'
import { ingestItems } from './elements/ingest.ts'
import { items } from './elements/item.ts'
import { paragraph, text, url, wholeNumber } from './elements/leaves.ts'
import { brands, distributors, manufacturers, retailers } from './elements/lookup.ts'
import { document, element, group, repeated } from './kit/description.ts'
import { namespacePaths } from './namespaces.ts'

const invalidParameter = group('InvalidParameter', {
  name: element(text, 'Name', { help: 'The parameter, or the path of the field.' }),
  reason: element(paragraph, 'Reason'),
})

/**
 * The body of every response other than 200: a problem document (RFC 9457) with one entry per invalid
 * parameter.
 */
export const problemDocument = group('Problem', {
  type: element(url, 'Type', { help: 'Address that names the kind of problem.' }),
  title: element(text, 'Title'),
  status: element(wholeNumber, 'Status', { help: 'The HTTP status.' }),
  detail: element(paragraph, 'Detail'),
  instance: element(url, 'Instance', { help: 'The request it happened to.' }),
  'invalid-param': repeated(invalidParameter, 'Invalid parameters'),
})

export const documents = {
  items: document({
    root: 'items',
    group: items,
    namespace: namespacePaths.item,
    role: 'response',
    label: 'Items',
    help: 'The answer to an item search.',
  }),
  manufacturers: document({
    root: 'manufacturers',
    group: manufacturers,
    namespace: namespacePaths.manufacturer,
    role: 'response',
    label: 'Manufacturers',
    help: 'The manufacturers, or one of them.',
  }),
  brands: document({
    root: 'brands',
    group: brands,
    namespace: namespacePaths.brand,
    role: 'response',
    label: 'Brands',
    help: 'The brands, or one of them.',
  }),
  distributors: document({
    root: 'distributors',
    group: distributors,
    namespace: namespacePaths.distributor,
    role: 'response',
    label: 'Distributors',
    help: 'The distributors.',
  }),
  retailers: document({
    root: 'retailers',
    group: retailers,
    namespace: namespacePaths.retailer,
    role: 'response',
    label: 'Retailers',
    help: 'The retailers, or one of them. Version 2.1 only.',
  }),
  ingestItems: document({
    root: 'items',
    group: ingestItems,
    namespace: namespacePaths.feedItem,
    role: 'request',
    label: 'Item feed',
    help: 'The payload that creates, updates or refreshes items.',
  }),
  contentPlus: document({
    root: 'contentPlus',
    group: contentPlusFeed,
    namespace: namespacePaths.feedContentPlus,
    role: 'request',
    label: 'Content+ feed',
    help: 'The payload that publishes Content+ for items and retailers.',
  }),
  itemFeedAcknowledgement: document({
    root: 'FeedAcknowledgement',
    group: feedAcknowledgement,
    namespace: namespacePaths.item,
    role: 'response',
    label: 'Item feed acknowledgement',
    help: 'The answer to an item feed.',
  }),
  contentPlusFeedAcknowledgement: document({
    root: 'FeedAcknowledgement',
    group: feedAcknowledgement,
    namespace: namespacePaths.feed,
    role: 'response',
    label: 'Content+ feed acknowledgement',
    help: 'The answer to a Content+ feed.',
  }),
  itemFeedStatus: document({
    root: 'FeedStatusResponse',
    group: itemFeedStatus,
    namespace: namespacePaths.item,
    role: 'response',
    label: 'Item feed status',
    help: 'How far an item feed is, and the result of each item.',
  }),
  contentPlusFeedStatus: document({
    root: 'FeedStatusResponse',
    group: contentPlusFeedStatus,
    namespace: namespacePaths.feedStatus,
    role: 'response',
    label: 'Content+ feed status',
    help: 'How far a Content+ feed is, and the result of each item.',
  }),
  problem: document({
    root: 'problem',
    group: problemDocument,
    namespace: namespacePaths.problem,
    role: 'response',
    label: 'Problem',
    help: 'Why a request was not answered with 200.',
  }),
} as const
export type DocumentName = keyof typeof documents
