import type { Migration } from './migration.ts'

/** Who may call the local API, how many requests each user made in a day, and an end of Content+ without items. */
export const migration: Migration = {
  number: 8,
  name: 'local-api',
  up(db) {
    db.exec(`
      -- salt, hash: scrypt of the password; NULL for the default user, whose password is in the secrets.
      CREATE TABLE api_user (
        username TEXT PRIMARY KEY,
        salt BLOB,
        hash BLOB,
        daily_item_limit INTEGER CHECK (daily_item_limit >= 0),
        created_at INTEGER NOT NULL,
        CHECK ((salt IS NULL) = (hash IS NULL))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO api_user (username, created_at) VALUES ('desk', unixepoch() * 1000);

      -- Content+ is kept for items: an emptied catalog has none. (Rebuilding the projection leaves the documents.)
      CREATE TRIGGER retailer_content_ends AFTER DELETE ON item_document
        WHEN NOT EXISTS (SELECT 1 FROM item_document)
        BEGIN DELETE FROM retailer_content; END;

      ALTER TABLE api_usage ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
    `)
  },
}
