import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { ListedKind } from '../../src-shared/import/names.ts'
import {
  type ComparedRow,
  choiceFor,
  comparingKind,
  kindsForChanges,
  type RowChoices,
  type RowClass,
  type RowField,
} from '../../src-shared/import/row-classes.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { openCatalogQueries } from '../catalog/index.ts'
import {
  canCarry,
  type ItemState,
  type MergedItem,
  openMergedItems,
  stateOfMerged,
} from '../feeds/drafts/index.ts'
import { defineReader } from '../storage/index.ts'
import { openImportedRecords } from './imported-record.ts'
import type { MappedRow, RejectedCells } from './rows/import-mapper.ts'
import type { ImportedItem } from './rows/map-row.ts'
import type { NamedEntry } from './rows/name-lists.ts'

/** A mapped row as the comparison with the catalog needs it. */
export type RowToCompare = Pick<MappedRow, 'line' | 'gtin14' | 'payload'>

/** A row with the draft item that it becomes. */
export interface SortedRow {
  line: number
  class: RowClass
  /** Absent for a row that is left out. */
  item?: { kind: FeedKind; state: ItemState }
}

/** A row whose item in the catalog cannot be read. */
type UnreadableRow = Pick<RejectedCells, 'line' | 'code' | 'reason'>

/** Compares imported rows with the catalog, and makes the draft items that they become. */
export const rowComparer = defineReader('import/compare', ({ db }) => {
  const catalog = openCatalogQueries(db)
  const addedId = (kind: ListedKind, name: string) => catalog.idByFoldedName(kind, name)
  const recordOf = openImportedRecords({ db, now: () => 0 }, addedId)
  const merge = openMergedItems(db, comparingKind)

  /** The identifier of a name. A name to be added is in its list by now. */
  const idOf = (kind: ListedKind, entry: NamedEntry | undefined): string | undefined =>
    entry?.id ?? (entry?.add ? addedId(kind, entry.name) : undefined)

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
      categoryId: category?.inWords ? addedId('category', category.label) : category?.id,
      products: [
        {
          ...product,
          description: product.description ?? item.ecommerceTitle,
          brandId: idOf('brand', brand),
        },
      ],
    }
  }

  /** The item of the catalog with the values of a row; undefined if the catalog has no item with its GTIN. */
  function mergedWith(
    gtin14: string,
    imported: ImportedItem,
  ): MergedItem | { unreadable: string } | undefined {
    const found = catalog.recordByGtin(gtin14)
    if (!found) return undefined
    const { id } = found
    return merge(found, (stored) => recordOf(imported, id, stored)) ?? { unreadable: id }
  }

  function unreadableRow({ line, gtin14 }: RowToCompare, id: string): UnreadableRow {
    const reason = say`The GTIN ${gtin14} is that of the item ${catalog.itemWords(id)}, whose record in the catalog cannot be read. Sync the item again, then import the row.`
    return { line, code: 'GTIN_EXISTS', reason }
  }

  /** A row with its item in the catalog, if there is one, and its class. */
  interface Classified {
    row: RowToCompare
    imported: ImportedItem
    found: MergedItem | undefined
    class: RowClass
  }

  function classify(rows: RowToCompare[]): { classified: Classified[]; unreadable: UnreadableRow[] } {
    const classified: Classified[] = []
    const unreadable: UnreadableRow[] = []
    for (const row of rows) {
      const imported: ImportedItem = JSON.parse(row.payload)
      const found = mergedWith(row.gtin14, imported)
      if (found && 'unreadable' in found) unreadable.push(unreadableRow(row, found.unreadable))
      else {
        const rowClass = found === undefined ? 'new' : found.fields.length > 0 ? 'changed' : 'unchanged'
        classified.push({ row, imported, found, class: rowClass })
      }
    }
    return { classified, unreadable }
  }

  return {
    /** Compares rows with the catalog, for a dry run. */
    compare(rows: RowToCompare[]): { compared: ComparedRow[]; unreadable: UnreadableRow[] } {
      const { classified, unreadable } = classify(rows)
      const compared = classified.map(
        ({ row: { line, gtin14 }, imported, found, class: rowClass }): ComparedRow => ({
          line,
          class: rowClass,
          gtin: gtin14,
          title: imported.item.ecommerceTitle ?? '',
          about: found?.id ?? '',
          fields: found?.fields.map(shortField) ?? [],
          carried: found ? carriedBy(found) : {},
        }),
      )
      return { compared, unreadable }
    },
    /**
     * The draft items that rows become.
     * @param at the current time, in milliseconds since the epoch
     */
    sort(
      rows: RowToCompare[],
      choices: RowChoices,
      at: number,
    ): { sorted: SortedRow[]; unreadable: UnreadableRow[] } {
      const { classified, unreadable } = classify(rows)
      const sorted = classified.map(({ row: { line }, imported, found, class: rowClass }): SortedRow => {
        const kind = choiceFor(rowClass, choices)
        if (kind === 'leave') return { line, class: rowClass }
        const state = found ? stateOfMerged(kind, found, at) : { value: feedItem(imported) }
        return { line, class: rowClass, ...(state && { item: { kind, state } }) }
      })
      return { sorted, unreadable }
    },
  }
})

const carriedBy = ({ fields }: MergedItem): ComparedRow['carried'] =>
  Object.fromEntries(
    kindsForChanges.map((kind) => [kind, fields.filter((field) => canCarry(kind, field)).length]),
  )

const maxShownText = 2000

/** The field with its texts shortened, because a dry run stores the differences of all rows. */
const shortField = ({ keys, path, labels, theirs, mine }: RowField): RowField => ({
  keys,
  path,
  labels,
  theirs: shortened(theirs),
  mine: shortened(mine),
})

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxShownText ? `${value.slice(0, maxShownText)}…` : value
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]))
}
