import type { ListKind } from '../../src-shared/catalog/model.ts'
import type { ListedKind } from '../../src-shared/import/names.ts'
import { item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries, openCatalogWriter } from '../catalog/index.ts'
import { recordBytes, timestamp } from '../feeds/targets/sandbox/index.ts'
import type { WriterContext } from '../storage/index.ts'
import { importedBy, openImportedRecords } from './imported-record.ts'
import type { ImportedItem } from './rows/map-row.ts'

export interface PutCounts {
  created: number
  updated: number
  unchanged: number
}

/** Writes imported items to a sandbox's catalog, within the caller's transaction. */
export function openImportCatalog(context: WriterContext) {
  const { db, now } = context
  const writer = openCatalogWriter(context)
  const catalog = openCatalogQueries(db)
  const highestNumber = db
    .prepare<[string], number | null>(
      "SELECT max(CAST(ltrim(id, 'bcdmr') AS INTEGER)) FROM lookup WHERE kind = ?",
    )
    .pluck()

  /**
   * Next free number of each list, determined once per transaction because others may add entries between
   * two.
   */
  const nextNumber = new Map<ListKind, number>()
  /** Identifiers resolved in the same call, by kind and name. */
  const resolved = new Map<string, string>()
  const begin = (): void => {
    nextNumber.clear()
    resolved.clear()
  }
  const takeNumber = (kind: ListKind): string => {
    const number = nextNumber.get(kind) ?? (highestNumber.get(kind) ?? 0) + 1
    nextNumber.set(kind, number + 1)
    // With a letter, because readers that guess types treat digits as a number.
    return `${kind.charAt(0)}${number}`
  }

  /** The identifier of the entry with this name; the entry is created if there is none. */
  const lookupId = (kind: ListedKind, name: string): string => {
    const key = `${kind} ${name}`
    const known = resolved.get(key) ?? catalog.idByFoldedName(kind, name)
    const id = known ?? takeNumber(kind)
    if (known === undefined) writer.putLookups(kind, [{ id, name }])
    resolved.set(key, id)
    return id
  }

  const recordOf = openImportedRecords(context, lookupId)

  /** @returns the record to store; undefined if the stored record is the same except for its stamps */
  const changed = (imported: ImportedItem, id: string): Uint8Array | undefined => {
    const body = catalog.itemBody(id)
    const stored = body && parseElement(itemGroup, body).value
    const record = recordOf(imported, id, stored)
    if (body && Buffer.from(body).equals(recordBytes(record))) return undefined
    record.lastUpdated = { id: importedBy, text: timestamp(now()) }
    return recordBytes(record)
  }

  /** @param jobId the import that the items come from */
  const putItems = (all: ImportedItem[], jobId: string): PutCounts => {
    begin()
    const counts = { created: 0, updated: 0, unchanged: 0 }
    const elements: Uint8Array[] = []
    const rows = all.map((imported) => ({ imported, existing: catalog.itemsByGtin(imported.gtin)[0] }))
    const ids = writer.nextItemIds(rows.filter(({ existing }) => existing === undefined).length)
    for (const { imported, existing } of rows) {
      const element =
        existing === undefined
          ? recordBytes(recordOf(imported, ids.shift() ?? '', undefined))
          : changed(imported, existing)
      counts[existing === undefined ? 'created' : element ? 'updated' : 'unchanged']++
      if (element) elements.push(element)
    }
    writer.putItems(elements, { origin: { kind: 'import', reference: jobId } })
    return counts
  }
  return {
    putItems,
    addNames(names: { kind: ListedKind; name: string }[]): void {
      begin()
      for (const { kind, name } of names) lookupId(kind, name)
    },
  }
}
