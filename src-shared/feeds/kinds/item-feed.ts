import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { ingestChecker, requiredPaths } from '../../vocabulary/rules/ingest-rules.ts'
import { itemPayload } from './item-payload.ts'
import type { Kind } from './kind.ts'

/** A new item with the minimum of every item feed: its type, and the fields to fill first, empty. */
export const itemOutline = (): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: '',
  productCodes: [{ type: 'GTIN', text: '' }],
})

/** Common properties of feeds that write complete records. */
export const completeItem = {
  gridColumns: [
    'ecommerceTitle',
    'productCodes/0/text',
    'products/0/brandId',
    'manufacturerId',
    'categoryId',
    'products/0/description',
    'ecommerceDescription/0/text',
    'packageData/netWeight/measure',
    'packageData/netWeight/uom',
    'products/0/countryOfOrigin',
    'packageData/type',
    'privateLabelItem',
  ],
  outline: (): IngestItem => ({ ...itemOutline(), products: [{ description: '' }], attributes: {} }),
}

/** A feed kind whose payload is items. Rules and required fields are derived from the fields it changes. */
export function itemFeed(kind: Omit<Kind, 'payload' | 'openRules' | 'ruledFields' | 'requiredFields'>): Kind {
  const ruledFields = requiredPaths(kind)
  return {
    ...kind,
    payload: itemPayload,
    ruledFields,
    // The schema of products requires a brand; only complete records contain products.
    requiredFields: kind.changes ? ruledFields : [...ruledFields, 'products/product/brandId'],
    openRules() {
      const check = ingestChecker(kind)
      return (item, index) => check(item as IngestItem, index)
    },
  }
}
