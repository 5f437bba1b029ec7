import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import type { Item } from '../../src-shared/vocabulary/item.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { type Knowledge, startRefresh } from './refresh-start.ts'

/**
 * The payload a draft begins with: filled from items of the catalog, else with the bare outline of one item.
 * @param present the record as the catalog has it, when the item is that record with some values of earlier
 */
export function startingPayload(
  kind: Exclude<FeedKind, 'contentplus'>,
  items: Item[],
  knownOf: (item: Item) => Knowledge,
  namespaceBase?: string,
  present?: Item,
): string {
  const options = { indent: 2, namespaceBase }
  const filled = items.map((record) => {
    const { item } = startRefresh(record, knownOf(record), present)
    return kind === 'update' ? updateOf(item) : item
  })
  const item = filled.length > 0 ? filled : [outline(kind)]
  return writeDocument(documents.ingestItems, { item }, options)
}

/** A Content+ feed with what is kept for each item; where that is nothing, with a retailer to be named. */
export function startingContentPlus(items: ContentPlusFeedItem[], namespaceBase?: string): string {
  const outline = [{ id: '' }]
  const filled = items.length > 0 ? items : [{ id: '', retailer: [] }]
  const item = filled.map(({ id, retailer }) => ({ id, retailer: retailer.length > 0 ? retailer : outline }))
  return writeDocument(documents.contentPlus, { item }, { indent: 2, namespaceBase })
}

const outline = (kind: FeedKind): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: '',
  productCodes: [{ type: 'GTIN', text: '' }],
  ...(kind !== 'update' && { products: [{ description: '' }], attributes: {} }),
})

/** What an update can change, and the code it is found by. Its Content+ would be added to what the item has: none is. */
const updateOf = ({ type, productCodes, ecommerceDescription }: IngestItem): IngestItem => ({
  type,
  productCodes,
  ecommerceDescription,
})
