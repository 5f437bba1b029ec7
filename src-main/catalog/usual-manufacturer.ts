import type { Database } from '../storage/index.ts'

/** Maximum number of items examined, newest first. */
const maxItems = 1000
/** Minimum share of the items of a brand that have the manufacturer. */
const minShare = 0.95

/**
 * Returns the identifier of the manufacturer that the catalog's items of a brand have; undefined if they
 * differ, or if there are none.
 */
export function openUsualManufacturer(db: Database) {
  const manufacturers = db.prepare<[string], { id: string; items: number }>(
    `SELECT manufacturer_id AS id, count(*) AS items
     FROM (SELECT manufacturer_id FROM item WHERE brand_id = ? ORDER BY updated_at DESC, id DESC LIMIT ${maxItems})
     GROUP BY 1 ORDER BY 2 DESC, 1`,
  )
  /** @param brand identifier, or the name of a brand without one */
  return (brand: string): string | undefined => {
    const found = manufacturers.all(brand)
    const [usual] = found
    const items = found.reduce((sum, one) => sum + one.items, 0)
    return usual && usual.id !== '' && usual.items >= items * minShare ? usual.id : undefined
  }
}
