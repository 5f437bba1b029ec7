import { gtin14 } from '../../src-shared/gtin.ts'
import type { ListKind } from '../../src-shared/rpc/catalog-contract.ts'
import { fold } from '../catalog/lookup-table.ts'
import type { Database } from '../storage/store.ts'
import type { RecordNames } from './record-from-ingest.ts'

/** What the ingestion asks the catalog, within its own transaction. */
export function openCatalogQuestions(db: Database) {
  const name = db
    .prepare<[string, string], string>('SELECT name FROM lookup WHERE kind = ? AND id = ?')
    .pluck()
  const idByName = db
    .prepare<[string, string, string], string>(
      // The folded name is the way in: by the name alone, whatever its case, every brand would be looked at.
      `SELECT id FROM lookup INDEXED BY lookup_by_folded
       WHERE kind = ? AND folded = ? AND name = ? COLLATE NOCASE ORDER BY id LIMIT 1`,
    )
    .pluck()
  const idsByName = db
    .prepare<[string, string, string], string>(
      'SELECT id FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ? AND name = ? LIMIT 2',
    )
    .pluck()
  const byCode = db
    .prepare<[string], string>(
      'SELECT item.id FROM item_code JOIN item ON item.seq = item_code.item WHERE gtin14 = ? ORDER BY item.seq LIMIT 1',
    )
    .pluck()
  const body = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()
  const lookupName = (kind: ListKind, id: string) => name.get(kind, id)
  const names: RecordNames = {
    manufacturer: (id) => lookupName('manufacturer', id),
    brand: (id) => lookupName('brand', id),
    distributor: (id) => lookupName('distributor', id),
    category(id) {
      const label = lookupName('category', id)
      return label === undefined ? undefined : { label, scheme: 'category' }
    },
    brandId: (brandName) => idByName.get('brand', fold(brandName), brandName),
  }
  return {
    names,
    lookupName,
    /** Identifiers of that very name, two at most: what has two cannot be told apart. */
    idsByName: (kind: ListKind, name: string): string[] => idsByName.all(kind, fold(name), name),
    /** Identifier of the item one of these product codes belongs to. */
    itemByCode(codes: readonly string[]): string | undefined {
      for (const code of codes) {
        const padded = gtin14(code)
        const id = padded === undefined ? undefined : byCode.get(padded)
        if (id !== undefined) return id
      }
      return undefined
    },
    /** The stored `<item>` element. */
    itemBody: (id: string): Uint8Array | undefined => body.get(id),
  }
}
export type CatalogQuestions = ReturnType<typeof openCatalogQuestions>
