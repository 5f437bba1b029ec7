import type { InCommon, ItemToFill, ListKind } from '../../../src-shared/catalog/model.ts'
import { companyDigits } from '../../../src-shared/gtin.ts'
import { item as itemGroup } from '../../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import type { Database } from '../../storage/index.ts'

/** Items that are looked at, the newest first: a list opens at once, however many items a brand has. */
const mostItems = 1000
/** Records that are read, which takes a fraction of a millisecond each. */
const mostRecords = 40
/** Entries that are named for what they have in common. */
const mostNamed = 20

/** A GTIN of 14 digits begins with the digit of a package, which may be any. */
const packages = '0123456789'

type Column = 'brand_id' | 'manufacturer_id'

interface Counted {
  id: string
  items: number
}

/** Finds the entries of a list that items like the one at hand have, through indexes alone. */
export function openInCommon(db: Database) {
  const among = (column: Column, newest: string) =>
    db.prepare<[string], Counted>(`
      SELECT ${column} AS id, count(*) AS items FROM (${newest}) GROUP BY 1 ORDER BY 2 DESC, 1`)
  const newestOf = (by: Column, column: Column) =>
    `SELECT ${column} FROM item WHERE ${by} = ? ORDER BY updated_at DESC, id DESC LIMIT ${mostItems}`
  const ofBrand = among('manufacturer_id', newestOf('brand_id', 'manufacturer_id'))
  const ofManufacturer = among('brand_id', newestOf('manufacturer_id', 'brand_id'))
  const withDigits = (column: Column) =>
    among(
      column,
      `SELECT ${column} FROM item WHERE seq IN (
         SELECT item_code.item FROM json_each(?) AS start CROSS JOIN item_code INDEXED BY item_code_by_gtin
         ON gtin14 >= start.value AND gtin14 < start.value || ':' LIMIT ${mostItems})`,
    )
  const byDigits = { brand: withDigits('brand_id'), manufacturer: withDigits('manufacturer_id') }
  const records = db
    .prepare<[string], Uint8Array>(
      `SELECT body FROM (SELECT seq FROM item WHERE brand_id = ? ORDER BY updated_at DESC, id DESC LIMIT ${mostRecords})
         CROSS JOIN item_document USING (seq)`,
    )
    .pluck()

  /** Every category of the newest items of a brand; an item may have several, or none. */
  function categoriesOfBrand(brandId: string): Found {
    const bodies = records.all(brandId)
    const counts = new Map<string, number>()
    for (const body of bodies) {
      const categories = parseElement(itemGroup, body).value?.categories ?? []
      for (const id of new Set(categories.map(({ id = '' }) => id))) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const entries = [...counts].map(([id, items]) => ({ id, items }))
    return {
      entries: entries.sort((one, other) => other.items - one.items),
      of: bodies.length,
      isPart: bodies.length === mostRecords,
    }
  }

  /** The entries by identifier, those that most items have first. */
  return (kind: ListKind, { brandId = '', manufacturerId = '', codes = [] }: ItemToFill) => {
    const byId = new Map<string, InCommon[]>()
    const say = (by: InCommon['by'], { entries, of, isPart }: Found, digits?: string) => {
      for (const { id, items } of entries.filter(({ id }) => id !== '').slice(0, mostNamed))
        byId.set(id, [...(byId.get(id) ?? []), { by, items, of, isPart, ...(digits && { digits }) }])
    }
    if (kind === 'manufacturer' && brandId !== '') say('brand', counted(ofBrand.all(brandId)))
    if (kind === 'category' && brandId !== '') say('brand', categoriesOfBrand(brandId))
    if (kind === 'brand' && manufacturerId !== '')
      say('manufacturer', counted(ofManufacturer.all(manufacturerId)))
    if (kind === 'brand' || kind === 'manufacturer')
      for (const digits of new Set(codes.flatMap((code) => companyDigits(code) ?? []))) {
        const starts = JSON.stringify([...packages].map((one) => one + digits))
        say('digits', counted(byDigits[kind].all(starts)), digits)
      }
    return byId
  }
}

interface Found {
  entries: Counted[]
  of: number
  isPart: boolean
}

const counted = (entries: Counted[]): Found => {
  const of = entries.reduce((sum, { items }) => sum + items, 0)
  return { entries, of, isPart: of === mostItems }
}
