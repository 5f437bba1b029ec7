import type { ListKind } from '../../src-shared/catalog/model.ts'
import { fold } from '../../src-shared/values/fold.ts'
import { gtin14, isGtinType } from '../../src-shared/values/gtin.ts'
import { shown } from '../../src-shared/vocabulary/kit/xml/refusal.ts'
import type { RecordNames } from '../../src-shared/vocabulary/record-and-feed.ts'
import type { Database } from '../storage/index.ts'

const maxNamed = 5

/** A code or identifier, with its 0-based position in a list. */
export type PlacedCode = [position: number, code: string]

/** An item as a list shows it. */
interface ItemSummary {
  id: string
  name: string
  brand: string
}

/** The stored record of an item. */
interface StoredRecord {
  name: string
  /** SHA-256 of the body, in hexadecimal. */
  hash: string
  body: Uint8Array
}

/** The stored record of the item with a GTIN. */
export interface GtinRecord {
  id: string
  name: string
  body: Uint8Array
}

type CatalogQueries = ReturnType<typeof prepareQueries>

/** Prepared once per connection: many stores of a thread use these queries. */
const opened = new WeakMap<Database, CatalogQueries>()

/**
 * The catalog queries of drafts, outbox, imports and quality, within the caller's transaction. Each reads one item, one
 * list entry, or the items of given codes.
 */
export function openCatalogQueries(db: Database): CatalogQueries {
  const known = opened.get(db)
  if (known) return known
  const queries = prepareQueries(db)
  opened.set(db, queries)
  return queries
}

function prepareQueries(db: Database) {
  const name = db
    .prepare<[string, string], string>('SELECT name FROM lookup WHERE kind = ? AND id = ?')
    .pluck()
  const idByName = db
    .prepare<[string, string, string], string>(
      // The index of folded names is used; a comparison without case would read every brand.
      `SELECT id FROM lookup INDEXED BY lookup_by_folded
       WHERE kind = ? AND folded = ? AND name = ? COLLATE NOCASE ORDER BY id LIMIT 1`,
    )
    .pluck()
  const idsByName = db
    .prepare<[string, string, string], string>(
      'SELECT id FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ? AND name = ? LIMIT 2',
    )
    .pluck()
  const idByFoldedName = db
    .prepare<[string, string], string>(
      'SELECT id FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ? ORDER BY id LIMIT 1',
    )
    .pluck()
  const byGtin = db.prepare<[string], { id: string; type: string }>(
    'SELECT item.id, item_code.type FROM item_code JOIN item ON item.seq = item_code.item WHERE gtin14 = ? ORDER BY item.seq',
  )
  const itemName = db.prepare<[string], string>('SELECT name FROM item WHERE id = ?').pluck()
  const body = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()
  const idOfRow = db.prepare<[number], string>('SELECT id FROM item WHERE seq = ?').pluck()
  const summaryById = db.prepare<[string], ItemSummary>('SELECT id, name, brand FROM item WHERE id = ?')
  const summaryByGtin = db.prepare<[string], ItemSummary>(
    `SELECT item.id, item.name, item.brand FROM item_code JOIN item ON item.seq = item_code.item
     WHERE gtin14 = ? ORDER BY item_code.item LIMIT 1`,
  )
  const record = db.prepare<[string], StoredRecord>(
    'SELECT name, hex(hash) AS hash, body FROM item JOIN item_document USING (seq) WHERE id = ?',
  )
  const recordByGtin = db.prepare<[string], GtinRecord & { type: string }>(
    `SELECT item.id, name, body, item_code.type
     FROM item_code CROSS JOIN item ON item.seq = item_code.item CROSS JOIN item_document ON item_document.seq = item.seq
     WHERE gtin14 = ? ORDER BY item_code.item`,
  )
  const hash = db.prepare<[string], string>('SELECT hex(hash) FROM item WHERE id = ?').pluck()
  const hasEntries = db.prepare<[string], number>('SELECT 1 FROM lookup WHERE kind = ? LIMIT 1').pluck()
  const changedFields = db
    .prepare<[string, number], string>(`
      SELECT DISTINCT item_field.path FROM item_change JOIN json_each(item_change.fields)
      JOIN item_field ON item_field.number = json_each.value
      WHERE item_change.item = (SELECT seq FROM item WHERE id = ?) AND item_change.received_at >= ?`)
    .pluck()
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const isChanged = db
    .prepare<{ item: number; since: number }, number>(`
      SELECT EXISTS (SELECT 1 FROM item_change WHERE item = @item AND received_at >= @since)
        OR EXISTS (SELECT 1 FROM (SELECT last, received_at FROM item_arrival WHERE first <= @item
          ORDER BY first DESC LIMIT 1) WHERE last >= @item AND received_at >= @since)`)
    .pluck()
  const idsOfGtins = db
    .prepare<[string], PlacedCode>(
      `SELECT DISTINCT wanted.value ->> 0, item.id FROM json_each(?) AS wanted
       CROSS JOIN item_code ON item_code.gtin14 = wanted.value ->> 1 CROSS JOIN item ON item.seq = item_code.item`,
    )
    .raw()
  const gtinsOfIds = db
    .prepare<[string], PlacedCode>(
      `SELECT DISTINCT wanted.value ->> 0, item_code.gtin14 FROM json_each(?) AS wanted
       CROSS JOIN item ON item.id = wanted.value ->> 1 CROSS JOIN item_code ON item_code.item = item.seq`,
    )
    .raw()
  const itemsByGtin = (code: string): string[] => {
    const padded = gtin14(code)
    const found = padded === undefined ? [] : byGtin.all(padded)
    return [...new Set(found.filter(({ type }) => isGtinType(type)).map(({ id }) => id))]
  }
  /** An item as a message names it: its identifier, and its name where it has one. */
  const itemWords = (id: string): string => {
    const name = itemName.get(id)?.trim()
    return name ? `${id} (${shown(name)})` : id
  }
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
    /** Identifiers of exactly this name, two at most: two mean that the name does not identify one entry. */
    idsByName: (kind: ListKind, name: string): string[] => idsByName.all(kind, fold(name), name),
    /** The first entry whose name is the same without case and accents. */
    idByFoldedName: (kind: ListKind, name: string): string | undefined =>
      idByFoldedName.get(kind, fold(name)),
    /** The items with a GTIN: one, unless a service or an earlier program gave the GTIN to several. */
    itemsByGtin,
    /** The items of these GTINs, each with the first of its codes. */
    ownersOf(gtins: readonly string[]): Map<string, string> {
      const owners = new Map<string, string>()
      for (const gtin of gtins) for (const id of itemsByGtin(gtin)) if (!owners.has(id)) owners.set(id, gtin)
      return owners
    },
    itemWords,
    /** Text of a message about owners: the first few, each with its code. */
    ownersWords(owners: ReadonlyMap<string, string>): string {
      const words = [...owners].slice(0, maxNamed).map(([id, gtin]) => `${gtin} = ${itemWords(id)}`)
      return words.join(', ') + (owners.size > maxNamed ? `, … (+${owners.size - maxNamed})` : '')
    },
    /** The stored `<item>` element. */
    itemBody: (id: string): Uint8Array | undefined => body.get(id),
    itemName: (id: string): string | undefined => itemName.get(id),
    /** @param row `item.seq` */
    idOfRow: (row: number): string | undefined => idOfRow.get(row),
    summaryById: (id: string): ItemSummary | undefined => summaryById.get(id),
    /** The first item with a GTIN-14. */
    summaryByGtin: (gtin: string): ItemSummary | undefined => summaryByGtin.get(gtin),
    record: (id: string): StoredRecord | undefined => record.get(id),
    /** The record of the item with a GTIN-14: of the first one, if there are several (see `itemsByGtin`). */
    recordByGtin(gtin14: string): GtinRecord | undefined {
      for (const { type, ...found } of recordByGtin.iterate(gtin14)) if (isGtinType(type)) return found
      return undefined
    },
    /** Hash of an item's record, in hexadecimal; '' without such an item. */
    recordHash: (id: string): string => hash.get(id) ?? '',
    /** Whether a list has entries on this computer. */
    hasEntries: (kind: ListKind): boolean => hasEntries.get(kind) !== undefined,
    /** Paths, without positions, of the fields of an item that have changed since a time. @param since milliseconds */
    changedFields: (id: string, since: number): string[] => changedFields.all(id, since),
    /** Whether an item arrived, or another version of it, since a time. @param since milliseconds */
    changedSince(id: string, since: number): boolean {
      const item = seqOf.get(id)
      return item !== undefined && isChanged.get({ item, since }) === 1
    },
    /** Identifiers of the items with these GTIN-14s, each with the position of its code in the list. */
    idsOfGtins: (gtins: readonly PlacedCode[]): PlacedCode[] => idsOfGtins.all(JSON.stringify(gtins)),
    /** GTIN-14s of the items with these identifiers, each with the position of its identifier in the list. */
    gtinsOfIds: (ids: readonly PlacedCode[]): PlacedCode[] => gtinsOfIds.all(JSON.stringify(ids)),
  }
}
