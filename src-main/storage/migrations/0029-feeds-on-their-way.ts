import type { Migration } from './migration.ts'

/** What it takes to say, before a feed is queued, that the same is on its way already. */
export const migration: Migration = {
  number: 29,
  name: 'feeds on their way',
  up(db) {
    db.exec(`
      -- The very same payload, by how far it is.
      CREATE INDEX feed_payload ON feed (sha256, kind, state);
      -- A person let later feeds about the same go ahead; until now such codes were removed, though the feed is on its way.
      ALTER TABLE open_feed_code ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
      INSERT OR IGNORE INTO open_feed_code
        SELECT DISTINCT feed_code.code, feed.sequence, 1 FROM feed JOIN feed_code ON feed_code.feed = feed.id
        WHERE feed.state IN ('queued', 'sending', 'acknowledged', 'processing', 'uncertain');
    `)
  },
}
