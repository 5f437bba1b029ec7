/** Small, valid sample feeds with identifiers of the open catalog, so that the first call succeeds. */
import type { EndpointName } from '../../../../src-shared/api/endpoints.ts'
import { type FeedKind, feedKinds, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { checkDigit } from '../../../../src-shared/values/gtin.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'

/** Identifiers that exist in the catalog; invented ones if it is empty. */
export interface Examples {
  itemId: string
  /** A product code of that item. */
  code: string
  manufacturerId: string
  retailerId: string
  namespaceBase?: string | undefined
}

/** The kind of feed that an upload endpoint takes. */
export const feedKindOf = (endpoint: EndpointName): FeedKind | undefined =>
  feedKinds.find((kind) => kinds[kind].endpoint === endpoint)

/** A GTIN-13 for demonstrations: random digits after the prefix that GS1 reserves for them. */
export function newGtin(random: () => number = Math.random): string {
  const body = `9521${String(Math.floor(random() * 1e8)).padStart(8, '0')}`
  return body + checkDigit(body)
}

/** @param newCode product code for a new item */
export function sampleBody(kind: FeedKind, examples: Examples, newCode: string): string {
  const { payload, changes } = kinds[kind]
  const item = payload.isById
    ? contentPlusItem(examples)
    : changes
      ? updatedItem(examples.code)
      : completeItem(examples, newCode)
  return payload.write([item], { indent: 2, namespaceBase: examples.namespaceBase })
}

const contentPlusItem = ({ itemId, retailerId }: Examples) => ({
  id: itemId,
  retailer: [
    {
      id: retailerId,
      longDescription: 'Tried out from the local API screen.',
      sellCopy: 'Worth a try.',
      keywords: ['trial'],
    },
  ],
})

const updatedItem = (code: string): IngestItem => ({
  type: 'grocery',
  ecommerceDescription: [{ lang: 'en-US', text: 'Described again from the local API screen.' }],
  productCodes: [{ type: 'GTIN', text: code }],
})

const completeItem = ({ manufacturerId }: Examples, code: string): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: 'Trial Oat Crunch, 500 g',
  ecommerceDescription: [{ lang: 'en-US', text: 'Crunchy oats, made to try the service.' }],
  productCodes: [{ type: 'GTIN', text: code }],
  manufacturerId,
  categoryId: '10000285',
  privateLabelItem: 'N',
  packageData: {
    type: 'Product',
    length: { measure: '20', uom: 'CMT' },
    height: { measure: '30', uom: 'CMT' },
    width: { measure: '8', uom: 'CMT' },
    weight: { measure: '560', uom: 'GRM' },
    netWeight: { measure: '500', uom: 'GRM' },
  },
  products: [
    {
      type: 'Product',
      description: 'Oat crunch',
      brandDescription: 'Trial Mill',
      countryOfOrigin: 'CA',
      grocery: { ingredients: 'Oats, honey, salt' },
    },
  ],
  attributes: {},
})
