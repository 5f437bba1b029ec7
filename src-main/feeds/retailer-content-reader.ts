import type { ItemView } from '../../src-shared/rpc/catalog-contract.ts'
import { defineReader } from '../storage/store.ts'
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
