import type { CatalogFacets, FacetValue } from '../../src-shared/rpc/catalog-contract.ts'
import type { Database } from '../storage/store.ts'
import { type ItemSelection, openSelections } from './item-selection.ts'
import { StatementCache } from './statement-cache.ts'

/** Values offered of each facet. */
const most = 500

/**
 * Counts the brands and manufacturers of a selection. Each list leaves its own filter aside, so that a second brand can
 * be chosen beside the first. The work is linear in the selection: the index alone without words, one row for each hit
 * with them.
 */
export function openItemFacets(db: Database): (selection: ItemSelection) => CatalogFacets {
  const toSql = openSelections(db)
  const statements = new StatementCache(db)
  const names = {
    brand: db.prepare<[string], string>('SELECT brand FROM item WHERE brand_id = ? LIMIT 1').pluck(),
    manufacturer: db
      .prepare<[string], string>('SELECT manufacturer FROM item WHERE manufacturer_id = ? LIMIT 1')
      .pluck(),
  }
  const values = (kind: 'brand' | 'manufacturer', selection: ItemSelection): FacetValue[] => {
    const { text, parameters } = toSql(selection)
    const counted = statements.rows<{ id: string; count: number }>(
      `SELECT item.${kind}_id AS id, count(*) AS count ${text} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`,
    )
    return counted
      .all(...parameters, most)
      .filter(({ id }) => id !== '')
      .map(({ id, count }) => ({ id, name: names[kind].get(id) || id, count }))
  }
  return (selection) => ({
    brands: values('brand', { ...selection, brandIds: [] }),
    manufacturers: values('manufacturer', { ...selection, manufacturerIds: [] }),
  })
}
