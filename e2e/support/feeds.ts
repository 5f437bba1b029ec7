import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItems } from '../../src-shared/vocabulary/elements/ingest.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'

/** A create feed; the sample's sandbox accepts each of its items whose GTIN is valid and new. */
export function createFeed(...items: { gtin: string; title: string }[]): string {
  const value: IngestItems = {
    item: items.map(({ gtin, title }) => ({
      type: 'grocery',
      ecommerceTitle: title,
      productCodes: [{ type: 'GTIN', text: gtin }],
      manufacturerId: sample.manufacturerId,
      categoryId: '1001',
      products: [{ description: title, brandId: sample.brandId }],
    })),
  }
  return writeDocument(documents.ingestItems, value, { indent: 2 })
}

/** Identifiers in the sample catalog's lookups. */
const sample = { manufacturerId: 'm1001', brandId: 'b2023' }
