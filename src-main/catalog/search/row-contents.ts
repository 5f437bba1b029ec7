import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { itemContents } from '../../../src-shared/nutrition/item-contents.ts'
import { item } from '../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import type { Database } from '../../storage/index.ts'

/** Adds ingredients and nutrition to the rows of a list, from their records. */
export function openRowContents(db: Database): (rows: readonly CatalogRow[]) => CatalogRow[] {
  const body = db
    .prepare<[string], Buffer>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()
  return (rows) =>
    rows.map((row) => {
      const stored = body.get(row.id)
      const record = stored && parseElement(item, stored).value
      return record ? { ...row, contents: itemContents(record) } : row
    })
}
