import type { Migration } from './migration.ts'

/**
 * Every commit leaves a segment of the full-text index, and segments are merged as they add up. Merged eight at a time
 * instead of four, a word is written three times instead of five while a million items come in; a search looks into a
 * few more segments.
 */
export const migration: Migration = {
  number: 16,
  name: 'search-merging',
  up(db) {
    db.exec("INSERT INTO item_text (item_text, rank) VALUES ('automerge', 8)")
  },
}
