import type { Database } from '../store.ts'

/*
 * The queries that join tables of drafts and of the outbox with tables of the catalog, and those of drafts that the
 * catalog calls. There are no others (e2e/support/rules/table-borders.test.ts): a store of drafts and outbox on another
 * database implements these queries.
 */

/** Row numbers (`item.seq`) of the items that open drafts name by GTIN. */
export function itemsInDrafts(db: Database): () => number[] {
  const items = db
    .prepare<[], number>(
      `SELECT DISTINCT item_code.item FROM draft JOIN draft_code ON draft_code.draft = draft.id
         CROSS JOIN item_code ON item_code.gtin14 = draft_code.gtin
       WHERE draft.deleted_at IS NULL AND draft.is_template = 0`,
    )
    .pluck()
  return () => items.all()
}

/** Row numbers (`item.seq`) of the items that open feeds name, by GTIN or by identifier. */
export function itemsInOutbox(db: Database): () => number[] {
  const items = db
    .prepare<[], number>(
      `SELECT item_code.item FROM open_feed_code CROSS JOIN item_code ON item_code.gtin14 = open_feed_code.code
       UNION SELECT item.seq FROM open_feed_code CROSS JOIN item ON item.id = open_feed_code.code`,
    )
    .pluck()
  return () => items.all()
}

/** A retailer for which a draft has content of a catalog item. */
interface DraftedRetailer {
  /** Identifier of the item. */
  item: string
  retailer: string
}

/** Retailers for which open drafts have content of these items. */
export function retailersInDrafts(db: Database): (itemIds: readonly string[]) => DraftedRetailer[] {
  const retailers = db.prepare<[string], DraftedRetailer>(
    `SELECT DISTINCT wanted.value AS item, entry.value ->> '$.id' AS retailer FROM json_each(?) AS wanted
       CROSS JOIN draft_item ON about = wanted.value AND about <> ''
       CROSS JOIN draft ON draft.id = draft_item.draft AND draft.deleted_at IS NULL
       CROSS JOIN json_each(coalesce(draft_item.value -> '$.retailer',
         draft_item.value -> '$.manufacturerContent', '[]')) AS entry
     WHERE retailer <> ''`,
  )
  return (itemIds) => retailers.all(JSON.stringify(itemIds))
}

/** Checked items of open drafts whose record in the catalog has changed since the check. */
export function itemsWithChangedRecord(db: Database): () => { draft: string; key: number }[] {
  const items = db.prepare<[], { draft: string; key: number }>(
    `SELECT draft, key FROM draft_item WHERE about <> '' AND checked_revision > 0
       AND seen <> coalesce((SELECT hex(hash) FROM item WHERE id = about), '')
       AND draft IN (SELECT id FROM draft WHERE deleted_at IS NULL)`,
  )
  return () => items.all()
}
