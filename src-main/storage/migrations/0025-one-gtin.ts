import type { Migration } from './migration.ts'

/** In a sandbox no two items have one GTIN: the store itself sees to it. A copy keeps what its service says. */
export const migration: Migration = {
  number: 25,
  name: 'one gtin',
  up(db) {
    db.exec(`
      -- The product code in the path of an update; empty for other feeds.
      ALTER TABLE received_feed ADD COLUMN upc TEXT NOT NULL DEFAULT '';
      -- Position of the last item before it in this feed that has one of the same GTINs.
      ALTER TABLE received_feed_payload ADD COLUMN twin INTEGER;

      -- GTINs that several items had before this was looked at: what is there stays as it is.
      CREATE TABLE shared_gtin (gtin14 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
      INSERT INTO shared_gtin
        SELECT gtin14 FROM item_code WHERE gtin14 IS NOT NULL AND ${isGtinType('type')}
        GROUP BY gtin14 HAVING count(DISTINCT item) > 1;

      -- A rebuild makes anew what is kept, whatever it is.
      CREATE TRIGGER one_item_for_each_gtin BEFORE INSERT ON item_code
      WHEN new.gtin14 IS NOT NULL AND ${isGtinType('new.type')}
        AND (SELECT value FROM setting WHERE key = 'role') = '"sandbox"'
        AND EXISTS (
          SELECT 1 FROM item_code AS other
          WHERE other.gtin14 = new.gtin14 AND other.item <> new.item AND ${isGtinType('other.type')})
        AND NOT EXISTS (SELECT 1 FROM shared_gtin WHERE gtin14 = new.gtin14)
        AND NOT EXISTS (SELECT 1 FROM rebuild WHERE state = 'running')
      BEGIN
        SELECT raise(ABORT, 'another item has this GTIN');
      END;
    `)
  },
}

/** As `isGtinType` of gtin.ts has it. */
function isGtinType(column: string): string {
  const type = `lower(trim(${column}))`
  return `(${type} = '' OR ${type} GLOB 'gtin*' OR ${type} GLOB 'upc*' OR ${type} GLOB 'ean*')`
}
