import type { ItemView } from '../../src-shared/catalog/model.ts'
import {
  type ContentPlusFeedRetailer,
  contentPlusFeedRetailer,
} from '../../src-shared/vocabulary/content-plus.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { type Database, defineReader } from '../storage/index.ts'
import { everyRetailer } from './retailer-content.ts'

interface Row {
  retailer: string
  name: string | null
  xml: Uint8Array
}

/** The Content+ kept for one item: for every retailer first, then for single ones by their identifier. */
export const retailerContentReader = defineReader('retailer-content', ({ db }) => {
  const rows = db.prepare<[string], Row>(`
    SELECT retailer, lookup.name, xml FROM retailer_content
    LEFT JOIN lookup ON lookup.kind = 'retailer' AND lookup.id = retailer
    WHERE item = ? ORDER BY retailer`)
  const text = new TextDecoder()
  return {
    of: (itemId: string): ItemView['retailerContent'] =>
      rows.all(itemId).map(({ retailer, name, xml }) => ({
        retailerId: retailer,
        retailerName: name ?? (retailer === everyRetailer ? 'Every retailer' : retailer),
        xml: text.decode(xml),
      })),
  }
})

/** Reads the content kept of an item for single retailers: for those named, or for all of them. */
export function openRetailerContentValues(db: Database) {
  const all = db
    .prepare<[string, string], Uint8Array>(
      'SELECT xml FROM retailer_content WHERE item = ? AND retailer <> ? ORDER BY retailer',
    )
    .pluck()
  return (itemId: string, retailerIds?: readonly string[]): ContentPlusFeedRetailer[] =>
    all
      .all(itemId, everyRetailer)
      .flatMap((xml) => parseElement(contentPlusFeedRetailer, xml).value ?? [])
      .filter(({ id }) => retailerIds === undefined || (id !== undefined && retailerIds.includes(id)))
}
