import type { Migration } from './migration.ts'

/**
 * Drafts keep their items one by one: each is changed, checked and undone on its own. The payloads of drafts that are
 * there stay as text (`draft.text`) until the drafts room reads their items.
 */
export const migration: Migration = {
  number: 31,
  name: 'draft-items',
  up(db) {
    db.exec(`
      DROP INDEX draft_listed;
      ALTER TABLE draft RENAME TO draft_before;
      CREATE TABLE draft (
        id TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        -- A name that drafts share; '' for none.
        group_name TEXT NOT NULL DEFAULT '',
        is_template INTEGER NOT NULL DEFAULT 0,
        -- The payload as it came, while its items have not been read or cannot be; null when they are rows.
        text TEXT,
        -- What the root element holds that nobody knows, as JSON; null for nothing.
        frame TEXT,
        revision INTEGER NOT NULL DEFAULT 1,
        next_key INTEGER NOT NULL DEFAULT 1,
        item_count INTEGER NOT NULL DEFAULT 0,
        error_count INTEGER NOT NULL DEFAULT 0,
        warning_count INTEGER NOT NULL DEFAULT 0,
        unchecked_count INTEGER NOT NULL DEFAULT 0,
        -- The newest step that is not undone; 0 for none.
        step INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      INSERT INTO draft (id, kind, name, text, revision, item_count, error_count, created_at, updated_at)
        SELECT id, kind, name, xml, revision, item_count, error_count, created_at, updated_at FROM draft_before;
      DROP TABLE draft_before;
      CREATE INDEX draft_listed ON draft (is_template, updated_at DESC, id) WHERE deleted_at IS NULL;
      CREATE INDEX draft_deleted ON draft (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE draft_item (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        key INTEGER NOT NULL,
        revision INTEGER NOT NULL DEFAULT 1,
        -- The item as JSON, as its description says.
        value TEXT NOT NULL,
        -- The item's element as typed, while it cannot be read.
        text TEXT,
        -- The item's element as it was checked, and as it would be sent.
        element TEXT,
        checked_revision INTEGER NOT NULL DEFAULT 0,
        errors INTEGER NOT NULL DEFAULT 0,
        warnings INTEGER NOT NULL DEFAULT 0,
        title TEXT NOT NULL AS (coalesce(value ->> '$.ecommerceTitle', '')) VIRTUAL,
        code TEXT NOT NULL AS (coalesce(value ->> '$.productCodes[0].text', value ->> '$.id', '')) VIRTUAL,
        is_checked INTEGER NOT NULL AS (checked_revision = revision) VIRTUAL
      ) STRICT;
      CREATE UNIQUE INDEX draft_item_key ON draft_item (draft, key);
      -- Everything the counts of a draft need.
      CREATE INDEX draft_item_counts ON draft_item (draft, errors, warnings, is_checked);
      CREATE INDEX draft_item_unchecked ON draft_item (draft, key) WHERE checked_revision <> revision;

      CREATE TABLE draft_problem (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        key INTEGER NOT NULL,
        number INTEGER NOT NULL,
        code TEXT NOT NULL,
        -- Below the item; and the same without positions.
        path TEXT NOT NULL,
        field TEXT NOT NULL,
        severity TEXT NOT NULL,
        message TEXT NOT NULL,
        line INTEGER,
        -- What would mend it, and why, where that is known.
        suggestion TEXT,
        why TEXT,
        PRIMARY KEY (draft, key, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_problem_group ON draft_problem (draft, code, field, key);

      -- The GTINs of the items: no two items of one feed have the same.
      CREATE TABLE draft_code (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        gtin TEXT NOT NULL,
        key INTEGER NOT NULL,
        PRIMARY KEY (draft, gtin, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_code_item ON draft_code (draft, key);

      -- What was done, to be undone: each change with what was before and what came after.
      CREATE TABLE draft_step (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        label TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        changes TEXT NOT NULL,
        PRIMARY KEY (draft, number)
      ) STRICT;
    `)
  },
}
