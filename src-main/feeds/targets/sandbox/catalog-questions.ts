import type { ListKind } from '../../../../src-shared/catalog/model.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { gtin14, isGtinType } from '../../../../src-shared/values/gtin.ts'
import { shown } from '../../../../src-shared/vocabulary/kit/xml/refusal.ts'
import type { Database } from '../../../storage/index.ts'
import type { RecordNames } from './record-from-ingest.ts'

const maxNamed = 5

/** Answers what the ingestion asks of the catalog, within the caller's transaction. */
export function openCatalogQuestions(db: Database) {
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
  const byGtin = db.prepare<[string], { id: string; type: string }>(
    'SELECT item.id, item_code.type FROM item_code JOIN item ON item.seq = item_code.item WHERE gtin14 = ? ORDER BY item.seq',
  )
  const itemName = db.prepare<[string], string>('SELECT name FROM item WHERE id = ?').pluck()
  const body = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()
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
    /** Identifiers of exactly this name, two at most: with two, the name does not single out an entry. */
    idsByName: (kind: ListKind, name: string): string[] => idsByName.all(kind, fold(name), name),
    /** The items with a GTIN: one, unless a service or an earlier program gave the GTIN to several. */
    itemsByGtin,
    /** The items of these GTINs, each with the first of its codes. */
    ownersOf(gtins: readonly string[]): Map<string, string> {
      const owners = new Map<string, string>()
      for (const gtin of gtins) for (const id of itemsByGtin(gtin)) if (!owners.has(id)) owners.set(id, gtin)
      return owners
    },
    itemWords,
    /** The words of a message for owners: the first few, each with its code. */
    ownersWords(owners: ReadonlyMap<string, string>): string {
      const words = [...owners].slice(0, maxNamed).map(([id, gtin]) => `${gtin} = ${itemWords(id)}`)
      return words.join(', ') + (owners.size > maxNamed ? `, … (+${owners.size - maxNamed})` : '')
    },
    /** The stored `<item>` element. */
    itemBody: (id: string): Uint8Array | undefined => body.get(id),
  }
}

/** Faults of a feed's item that only the catalog can find; the vocabulary has the business rules. */
export const catalogFindings = {
  GTIN_EXISTS: (code: string, item: string) =>
    say`The product code ${code} is that of the item ${item} already. Send it as a refresh to replace it.`,
  GTIN_CONFLICT: (owners: string) =>
    say`The product codes belong to different items: ${owners}. Send each item with its own codes.`,
  GTIN_TWICE: (earlier: string) =>
    say`Item ${earlier} of this feed has the same GTIN. Send an item once; nothing was changed by this one.`,
  GTIN_UNKNOWN: (code: string) => say`No item has the product code ${code}. Create it first.`,
  MANUFACTURER_UNKNOWN: (id: string) =>
    say`There is no manufacturer ${id}. Identifiers come from the manufacturer list.`,
  BRAND_UNKNOWN: (id: string) => say`There is no brand ${id}. Identifiers come from the brand list.`,
  DISTRIBUTOR_UNKNOWN: (id: string) =>
    say`There is no distributor ${id}. Identifiers come from the distributor list.`,
  RETAILER_UNKNOWN: (id: string) => say`There is no retailer ${id}. Identifiers come from the retailer list.`,
  ITEM_UNKNOWN: (id: string) => say`There is no item ${id}. Identifiers come from the item search.`,
} as const
type FindingCode = keyof typeof catalogFindings

/** A problem with an identifier or code that is well-formed but does not fit the catalog. */
export const finding = (code: FindingCode, path: string, value: string, item = ''): Problem => ({
  code,
  path,
  message: catalogFindings[code](value, item),
})
