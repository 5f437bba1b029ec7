import type { InCommon, ItemToFill, ListKind } from '../../../../src-shared/catalog/model.ts'
import { companyDigits, gtin14 } from '../../../../src-shared/values/gtin.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { type Database, retailersInDrafts } from '../../../storage/index.ts'
import { openNamedEntries } from '../../lookups.ts'

/** Maximum number of items examined, newest first, so that a list opens at once for any brand. */
const maxItems = 1000
/** Maximum number of records parsed, a fraction of a millisecond each. */
const maxRecords = 40
/** Maximum number of items whose retailer content is examined; the content in drafts is parsed as JSON. */
const maxWithContent = 300
/** Maximum number of entries found per criterion. */
const maxNamed = 20

/** A GTIN-14 starts with a packaging digit, which can be any. */
const packages = '0123456789'

type Column = 'brand_id' | 'manufacturer_id'

interface Counted {
  id: string
  items: number
}

/** Finds the entries of a list that similar items have, using indexes only. */
export function openInCommon(db: Database) {
  const among = (column: Column, newest: string) =>
    db.prepare<[string], Counted>(`
      SELECT ${column} AS id, count(*) AS items FROM (${newest}) GROUP BY 1 ORDER BY 2 DESC, 1`)
  const newestOf = (by: Column, column: Column) =>
    `SELECT ${column} FROM item WHERE ${by} = ? ORDER BY updated_at DESC, id DESC LIMIT ${maxItems}`
  const ofBrand = among('manufacturer_id', newestOf('brand_id', 'manufacturer_id'))
  const ofManufacturer = among('brand_id', newestOf('manufacturer_id', 'brand_id'))
  const withDigits = (column: Column) =>
    among(
      column,
      `SELECT ${column} FROM item WHERE seq IN (
         SELECT item_code.item FROM json_each(?) AS start CROSS JOIN item_code INDEXED BY item_code_by_gtin
         ON gtin14 >= start.value AND gtin14 < start.value || ':' LIMIT ${maxItems})`,
    )
  const byDigits = { brand: withDigits('brand_id'), manufacturer: withDigits('manufacturer_id') }
  const recordsOf = (by: Column) =>
    db
      .prepare<[string], Uint8Array>(
        `SELECT body FROM (SELECT seq FROM item WHERE ${by} = ? ORDER BY updated_at DESC, id DESC LIMIT ${maxRecords})
           CROSS JOIN item_document USING (seq)`,
      )
      .pluck()
  const newestIds = (by: Column) =>
    `SELECT id FROM item WHERE ${by} = ? ORDER BY updated_at DESC, id DESC LIMIT ${maxWithContent}`
  // The retailer content in this workspace: from received feeds and in open drafts.
  const keptRetailers = db.prepare<[string], { item: string; retailer: string }>(
    `SELECT wanted.value AS item, retailer FROM json_each(?) AS wanted
       CROSS JOIN retailer_content ON retailer_content.item = wanted.value WHERE retailer <> ''`,
  )
  const draftedRetailers = retailersInDrafts(db)
  const newest = (by: Column) => db.prepare<[string], string>(newestIds(by)).pluck()
  const statements = {
    brand: {
      records: recordsOf('brand_id'),
      ids: newest('brand_id'),
    },
    manufacturer: {
      records: recordsOf('manufacturer_id'),
      ids: newest('manufacturer_id'),
    },
  }
  const { named } = openNamedEntries(db)
  const byId = db.prepare<[string], Parties>(
    'SELECT brand_id AS brandId, manufacturer_id AS manufacturerId FROM item WHERE id = ?',
  )
  const byCode = db.prepare<[string], Parties>(`
    SELECT brand_id AS brandId, manufacturer_id AS manufacturerId
    FROM item_code INDEXED BY item_code_by_gtin CROSS JOIN item ON item.seq = item_code.item
    WHERE gtin14 = ? LIMIT 1`)

  /** Brand and manufacturer as filled in; otherwise those of the record for the item. */
  function partiesOf({ id = '', brandId = '', manufacturerId = '', codes = [] }: ItemToFill): Parties {
    const filled = { brandId, manufacturerId }
    if (brandId !== '' || manufacturerId !== '') return filled
    if (id !== '') return byId.get(id) ?? filled
    for (const code of codes) {
      const record = byCode.get(gtin14(code) ?? '')
      if (record) return record
    }
    return filled
  }

  /** Number of the newest records that name each entry. A record may name several, or none. */
  function inRecords(
    by: Party,
    of: string,
    entriesOf: (record: Item | undefined) => readonly string[],
  ): Found {
    const bodies = statements[by].records.all(of)
    const counts = new Map<string, number>()
    for (const body of bodies)
      for (const id of new Set(entriesOf(parseElement(itemGroup, body).value)))
        counts.set(id, (counts.get(id) ?? 0) + 1)
    const entries = [...counts].map(([id, items]) => ({ id, items }))
    return {
      entries: entries.sort((one, other) => other.items - one.items),
      of: bodies.length,
      isPart: bodies.length === maxRecords,
    }
  }

  /** A record names its distributor and importer, without their identifiers. */
  function distributorsOf(by: Party, of: string): Found {
    const ids = new Map<string, string[]>()
    const idsOf = (name = ''): string[] => {
      const known =
        ids.get(name) ?? (name.trim() === '' ? [] : named('distributor', name).map(({ id }) => id))
      ids.set(name, known)
      return known
    }
    return inRecords(by, of, (record) => [
      ...idsOf(record?.packageDistributor?.name),
      ...idsOf(record?.packageImporter?.name),
    ])
  }

  function retailersIn(by: Party, of: string): Found {
    const ids = statements[by].ids.all(of)
    const itemsOf = new Map<string, Set<string>>()
    for (const { item, retailer } of [...keptRetailers.all(JSON.stringify(ids)), ...draftedRetailers(ids)])
      itemsOf.set(retailer, (itemsOf.get(retailer) ?? new Set()).add(item))
    const entries = [...itemsOf].map(([id, items]) => ({ id, items: items.size }))
    return {
      entries: entries.sort((one, other) => other.items - one.items || (one.id < other.id ? -1 : 1)),
      of: ids.length,
      isPart: ids.length === maxWithContent,
    }
  }

  /** The entries by identifier, most frequent first. */
  return (kind: ListKind, item: ItemToFill) => {
    const { brandId = '', manufacturerId = '', codes = [] } = item
    const byId = new Map<string, InCommon[]>()
    /** Adds the found entries. Returns true if there were any. */
    const add = (by: InCommon['by'], { entries, of, isPart }: Found, digits?: string): boolean => {
      const known = entries.filter(({ id }) => id !== '').slice(0, maxNamed)
      for (const { id, items } of known)
        byId.set(id, [...(byId.get(id) ?? []), { by, items, of, isPart, ...(digits && { digits }) }])
      return known.length > 0
    }
    /**
     * Adds entries of the brand; if there are none, those of the manufacturer, which may have several brands.
     */
    const addOfEither = (find: (by: Party, of: string) => Found): void => {
      const parties = partiesOf(item)
      if (parties.brandId !== '' && add('brand', find('brand', parties.brandId))) return
      if (parties.manufacturerId !== '') add('manufacturer', find('manufacturer', parties.manufacturerId))
    }
    if (kind === 'distributor') addOfEither(distributorsOf)
    if (kind === 'retailer') addOfEither(retailersIn)
    if (kind === 'category')
      addOfEither((by, of) =>
        inRecords(by, of, (record) => (record?.categories ?? []).map(({ id = '' }) => id)),
      )
    if (kind === 'manufacturer' && brandId !== '') add('brand', counted(ofBrand.all(brandId)))
    if (kind === 'brand' && manufacturerId !== '')
      add('manufacturer', counted(ofManufacturer.all(manufacturerId)))
    if (kind === 'brand' || kind === 'manufacturer')
      for (const digits of new Set(codes.flatMap((code) => companyDigits(code) ?? []))) {
        const starts = JSON.stringify([...packages].map((one) => one + digits))
        add('digits', counted(byDigits[kind].all(starts)), digits)
      }
    return byId
  }
}

type Party = 'brand' | 'manufacturer'
interface Parties {
  brandId: string
  manufacturerId: string
}
interface Found {
  entries: Counted[]
  of: number
  isPart: boolean
}

const counted = (entries: Counted[]): Found => {
  const of = entries.reduce((sum, { items }) => sum + items, 0)
  return { entries, of, isPart: of === maxItems }
}
