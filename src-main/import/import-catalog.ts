import type { LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseElement, writeElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogWriter } from '../catalog/catalog-writer.ts'
import { fold } from '../catalog/lookup-table.ts'
import { openCatalogQuestions } from '../feeds/ingestion-catalog.ts'
import { type RecordNames, recordValue, timestamp } from '../feeds/record-from-ingest.ts'
import type { WriterContext } from '../storage/store.ts'
import type { ImportedItem } from './map-row.ts'
import { mergeRecord } from './merge-record.ts'

/** Who made a record, where its stamps say so. */
export const importer = 'import'

export interface PutCounts {
  created: number
  updated: number
  unchanged: number
}

const bytes = (record: Item): Uint8Array => new TextEncoder().encode(writeElement(itemGroup, 'item', record))

/** Puts imported items into a sandbox's catalog, inside the caller's transaction. */
export function openImportCatalog(context: WriterContext) {
  const { db, now } = context
  const writer = openCatalogWriter(context)
  const catalog = openCatalogQuestions(db)
  const idByName = db
    .prepare<[string, string], string>(
      'SELECT id FROM lookup WHERE kind = ? AND folded = ? ORDER BY id LIMIT 1',
    )
    .pluck()
  const highestNumber = db
    .prepare<[string], number | null>(
      "SELECT max(CAST(ltrim(id, 'bcdmr') AS INTEGER)) FROM lookup WHERE kind = ?",
    )
    .pluck()

  /** The next free number of each list, counted once a transaction: between two, others may add entries. */
  const nextNumber = new Map<LookupKind, number>()
  const takeNumber = (kind: LookupKind): string => {
    const number = nextNumber.get(kind) ?? (highestNumber.get(kind) ?? 0) + 1
    nextNumber.set(kind, number + 1)
    // With a letter: readers that guess types take digits for a number.
    return `${kind.charAt(0)}${number}`
  }

  /** The identifier of the entry of that name, which is made when there is none. */
  const lookupId = (kind: LookupKind, name: string): string => {
    const known = idByName.get(kind, fold(name))
    if (known !== undefined) return known
    const id = takeNumber(kind)
    writer.putLookups(kind, [{ id, name }])
    return id
  }

  const recordOf = (imported: ImportedItem, id: string, stored: Item | undefined): Item => {
    const { item, brand, manufacturer, category } = imported
    const [product] = item.products ?? []
    if (product && brand !== undefined) product.brandId = lookupId('brand', brand)
    if (manufacturer !== undefined) item.manufacturerId = lookupId('manufacturer', manufacturer)
    const names: RecordNames = { ...catalog.names, category: () => category }
    const said = recordValue(item, { id, now: now(), username: importer, names })
    return stored ? mergeRecord(stored, said) : said
  }

  /** @returns the record to put; undefined when the catalog has it already, stamps aside */
  const changed = (imported: ImportedItem, id: string): Uint8Array | undefined => {
    const body = catalog.itemBody(id)
    const stored = body && parseElement(itemGroup, body).value
    const record = recordOf(imported, id, stored)
    if (body && Buffer.from(body).equals(bytes(record))) return undefined
    record.lastUpdated = { id: importer, text: timestamp(now()) }
    return bytes(record)
  }

  /** @param jobId the import the items come from */
  return (all: ImportedItem[], jobId: string): PutCounts => {
    nextNumber.clear()
    const counts = { created: 0, updated: 0, unchanged: 0 }
    const elements: Uint8Array[] = []
    for (const imported of all) {
      const [existing] = catalog.itemsByGtin(imported.gtin)
      const element =
        existing === undefined
          ? bytes(recordOf(imported, writer.nextItemId(), undefined))
          : changed(imported, existing)
      counts[existing === undefined ? 'created' : element ? 'updated' : 'unchanged']++
      if (element) elements.push(element)
    }
    writer.putItems(elements, { origin: { kind: 'import', reference: jobId } })
    return counts
  }
}
