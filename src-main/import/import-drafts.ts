import type { RejectedRow } from '../../src-shared/rpc/import-contract.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { fold } from '../catalog/lookup-table.ts'
import { openCatalogQuestions } from '../feeds/ingestion-catalog.ts'
import { defineReader } from '../storage/store.ts'
import type { MappedRow } from './import-mapper.ts'
import type { ImportedItem } from './map-row.ts'

/** Items in one draft: what a person can look through, and a service takes in one go. */
export const itemsInDraft = 100

/** Writes the feed that creates imported items: names become identifiers where the catalog's lists have them. */
export const importDraftWriter = defineReader('import-draft', ({ db }) => {
  const catalog = openCatalogQuestions(db)
  const idByName = db
    .prepare<[string, string], string>(
      'SELECT id FROM lookup WHERE kind = ? AND folded = ? ORDER BY id LIMIT 1',
    )
    .pluck()

  const feedItem = ({ item, brand, manufacturer }: ImportedItem): IngestItem => {
    const [product = {}] = item.products ?? []
    const brandId = brand === undefined ? undefined : idByName.get('brand', fold(brand))
    const manufacturerId =
      manufacturer === undefined ? undefined : idByName.get('manufacturer', fold(manufacturer))
    const { grocery } = product
    // A feed takes numbers for its category and kosher codes; a file often has words.
    const numeric = (text: string) => /^\d+$/.test(text)
    return {
      ...item,
      manufacturerId,
      categoryId: item.categoryId !== undefined && numeric(item.categoryId) ? item.categoryId : undefined,
      products: [
        {
          ...product,
          description: product.description ?? item.ecommerceTitle,
          brandId,
          ...(grocery && { grocery: { ...grocery, kosherCodes: grocery.kosherCodes?.filter(numeric) } }),
        },
      ],
    }
  }

  return {
    /** The payload of a create feed. Rows whose GTIN the catalog has are rejected: the service would refuse them. */
    write(
      rows: MappedRow[],
      namespaceBase?: string,
    ): { xml?: string; items: number; rejected: RejectedRow[] } {
      const item: IngestItem[] = []
      const rejected: RejectedRow[] = []
      for (const { line, gtin14, raw, payload } of rows) {
        const [existing] = catalog.itemsByGtin(gtin14)
        if (existing === undefined) {
          item.push(feedItem(JSON.parse(payload)))
          continue
        }
        const reason = `The GTIN ${gtin14} is that of the item ${catalog.itemWords(existing)} already. Change it there with a refresh feed.`
        rejected.push({ line, code: 'GTIN_EXISTS', reason, raw })
      }
      if (item.length === 0) return { items: 0, rejected }
      const xml = writeDocument(documents.ingestItems, { item }, { indent: 2, namespaceBase })
      return { xml, items: item.length, rejected }
    },
  }
})
