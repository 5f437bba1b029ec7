import type { NameKind } from '../../src-shared/import/names.ts'
import { say } from '../../src-shared/texts/say.ts'
import { fold } from '../../src-shared/values/fold.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { openCatalogQueries } from '../catalog/index.ts'
import { defineReader } from '../storage/index.ts'
import type { ImportedRow } from './rejected.ts'
import type { RejectedCells } from './rows/import-mapper.ts'
import type { ImportedItem } from './rows/map-row.ts'
import type { NamedEntry } from './rows/name-lists.ts'

/**
 * Builds the items of the create feed for imported items; replaces names by identifiers if the catalog's
 * lists have them.
 */
export const importDraftWriter = defineReader('import/draft', ({ db }) => {
  const catalog = openCatalogQueries(db)
  const idByName = db
    .prepare<[string, string], string>(
      'SELECT id FROM lookup WHERE kind = ? AND folded = ? ORDER BY id LIMIT 1',
    )
    .pluck()

  /** The identifier of a name. A name to be added is in its list by now. */
  const idOf = (kind: NameKind, entry: NamedEntry | undefined): string | undefined =>
    entry?.id ?? (entry?.add ? idByName.get(kind, fold(entry.name)) : undefined)

  const feedItem = ({
    item,
    brand,
    manufacturer,
    distributor,
    importer,
    categories: [category] = [],
  }: ImportedItem): IngestItem => {
    const [product = {}] = item.products ?? []
    return {
      ...item,
      manufacturerId: idOf('manufacturer', manufacturer),
      distributorId: idOf('distributor', distributor),
      importerId: idOf('distributor', importer),
      categoryId: category?.inWords ? idByName.get('category', fold(category.label)) : category?.id,
      products: [
        {
          ...product,
          description: product.description ?? item.ecommerceTitle,
          brandId: idOf('brand', brand),
        },
      ],
    }
  }

  /**
   * Rows whose GTIN is already in the catalog. They are rejected because the service would refuse to create
   * them.
   */
  const known = (rows: ImportedRow[]): KnownRow[] =>
    rows.flatMap(({ line, gtin14 }) => {
      const [existing] = catalog.itemsByGtin(gtin14)
      if (existing === undefined) return []
      const reason = say`The GTIN ${gtin14} is that of the item ${catalog.itemWords(existing)} already. Change it there with a refresh feed.`
      return [{ line, code: 'GTIN_EXISTS', reason }]
    })

  return {
    known,
    /**
     * The items of a create feed.
     * @param payloads each an `ImportedItem` as JSON
     */
    items: (payloads: string[]): IngestItem[] => payloads.map((payload) => feedItem(JSON.parse(payload))),
  }
})

/** A row whose GTIN is already in the catalog. */
type KnownRow = Pick<RejectedCells, 'line' | 'code' | 'reason'>
