import type { ListedKind } from '../../src-shared/import/names.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import { partyNamed, recordAndFeed } from '../../src-shared/vocabulary/record-and-feed.ts'
import { openCatalogQueries } from '../catalog/index.ts'
import { recordValue } from '../feeds/targets/sandbox/index.ts'
import type { WriterContext } from '../storage/index.ts'
import type { ImportedItem } from './rows/map-row.ts'
import type { NamedEntry } from './rows/name-lists.ts'
import type { SourceCategory } from './values/read-category.ts'

/** User name in the stamps of imported records. */
export const importedBy = 'import'

/**
 * Merges the values of a file into a stored record. A value of the file replaces the stored value; fields
 * without a value in the file keep theirs, field by field, as the record-and-feed table defines. The stamps
 * of the record are kept. Merging the same file twice gives the same record.
 * @param hasKind whether the kind of item comes from the file; otherwise it is the default kind
 */
export function mergeRecord(stored: Item, fromFile: Item, { hasKind = false } = {}): Item {
  const merged: Item = {
    ...stored,
    status: stored.status ?? fromFile.status,
    created: stored.created ?? fromFile.created,
    lastUpdated: stored.lastUpdated ?? fromFile.lastUpdated,
  }
  recordAndFeed.merge(stored, fromFile, merged, { hasKind })
  return merged
}

/**
 * Opens the conversion of imported items to records.
 * @param addedId the identifier of a name that is to be added to its list; undefined if it has none yet
 */
export function openImportedRecords(
  { db, now }: Pick<WriterContext, 'db' | 'now'>,
  addedId: (kind: ListedKind, name: string) => string | undefined,
) {
  const catalog = openCatalogQueries(db)
  const idOf = (kind: ListedKind, { id, name, add }: NamedEntry): string | undefined =>
    id ?? (add ? addedId(kind, name) : undefined)
  /** A name with the identifier of its list entry; the name alone if it has no entry. */
  const named = (kind: ListedKind, entry: NamedEntry | undefined) => {
    if (!entry) return undefined
    const id = idOf(kind, entry)
    return { id, text: (id === undefined ? undefined : catalog.lookupName(kind, id)) ?? entry.name }
  }
  const party = (entry: NamedEntry | undefined) => {
    const found = named('distributor', entry)
    return found && partyNamed(found.text)
  }
  const categoryOf = ({ id, label, scheme, inWords }: SourceCategory) =>
    inWords
      ? { type: scheme, id: addedId('category', label) ?? label, text: label }
      : { type: scheme, id, text: label }

  /** Without the search for a brand by name: the brand of an import is already resolved. */
  const { brandId: _, ...names } = catalog.names

  /**
   * The record of an imported item, merged into the stored record if there is one.
   * @param id identifier of the record
   */
  return (imported: ImportedItem, id: string, stored: Item | undefined): Item => {
    const { item, brand, manufacturer, distributor, importer, categories, hasKind } = imported
    const record = recordValue(item, { id, now: now(), username: importedBy, names })
    const [product] = record.products ?? []
    const fromFile: Item = {
      ...record,
      categories: categories?.map(categoryOf),
      packageDistributor: party(distributor),
      packageImporter: party(importer),
    }
    if (product) {
      product.brand = named('brand', brand)
      product.manufacturer = named('manufacturer', manufacturer)
    }
    if (!stored) return fromFile
    // A record does not distinguish a text marked as English from a text without a language.
    fromFile.ecommerceDescription = item.ecommerceDescription
    return mergeRecord(stored, fromFile, { hasKind })
  }
}
