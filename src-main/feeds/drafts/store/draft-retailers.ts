import type { DraftRetailers } from '../../../../src-shared/feeds/draft/model.ts'
import { maxRetailers, retailerList } from '../../../../src-shared/feeds/draft/retailer-columns.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'

/** SQL expression: JSON array of the identifiers of row `i`'s retailers, in the order of the item. */
export const retailerIds = (list: string): string =>
  `(SELECT json_group_array(entry.value ->> '$.id') FROM json_each(i.value, '$.${list}') entry)`

/** Returns a function that reads the retailers of a draft's items, the most frequent first. */
export function openDraftRetailers(db: Database) {
  const { lookupName } = openCatalogQueries(db)
  return (kind: FeedKind, draft: string): DraftRetailers => {
    const list = retailerList(kind)
    if (list === undefined) return { retailers: [], isSeveral: false }
    const ids = db
      .prepare<[string], string>(
        `SELECT entry.value ->> '$.id' AS retailer FROM draft_item i, json_each(i.value, '$.${list}') entry
         WHERE i.draft = ? AND retailer <> '' GROUP BY retailer ORDER BY count(*) DESC, retailer LIMIT ${maxRetailers}`,
      )
      .pluck()
      .all(draft)
    const isSeveral = db
      .prepare<[string], number>(
        `SELECT EXISTS (SELECT 1 FROM draft_item WHERE draft = ? AND json_array_length(value, '$.${list}') > 1)`,
      )
      .pluck()
      .get(draft)
    const named = ids.map((id) => ({ id, name: lookupName('retailer', id) ?? id }))
    const byName = Map.groupBy(named, ({ name }) => name)
    const isUnique = (name: string) => byName.get(name)?.length === 1
    return {
      retailers: named.map(({ id, name }) => ({ id, name: isUnique(name) ? name : `${name} (${id})` })),
      isSeveral: isSeveral === 1,
    }
  }
}
