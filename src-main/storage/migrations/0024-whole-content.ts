import type { Migration } from './migration.ts'

/** Content+ in every language it came in, and the payloads a sandbox was sent found by their product code. */
export const migration: Migration = {
  number: 24,
  name: 'whole content',
  up(db) {
    db.exec(`
      -- The <contentPlus> element of an item feed; null where the xml says all there is.
      ALTER TABLE retailer_content ADD COLUMN content BLOB;
      CREATE INDEX received_feed_item_code ON received_feed_item (product_code, feed) WHERE product_code <> '';
    `)
  },
}
