import type { Migration } from './migration.ts'

/**
 * What the stored pictures show, and where it differs from the records. All of it is derived and can be deleted and made
 * again.
 */
export const migration: Migration = {
  number: 96,
  name: 'picture-readings',
  up(db) {
    db.exec(`
      -- Readings of the content of a picture, one of each kind.
      CREATE TABLE picture_reading (
        sha256 TEXT NOT NULL,
        kind TEXT NOT NULL,
        -- Version of the reader; a reading of another version is made again.
        version INTEGER NOT NULL,
        -- JSON; null if the picture could not be read.
        result TEXT CHECK (json_valid(result)),
        -- Code and message; null if the picture was read.
        failure_code TEXT,
        failure TEXT,
        PRIMARY KEY (sha256, kind),
        CHECK ((result IS NULL) <> (failure IS NULL) AND (failure IS NULL) = (failure_code IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX picture_reading_by_version ON picture_reading (kind, version);
      CREATE INDEX picture_reading_failed ON picture_reading (kind, sha256) WHERE failure IS NOT NULL;

      -- Findings of the last comparison of the readings with the records.
      CREATE TABLE evidence_finding (
        kind TEXT NOT NULL,
        -- Identifier of the catalog item.
        item TEXT NOT NULL,
        -- Position among the findings of the item.
        position INTEGER NOT NULL,
        -- The finding as JSON (src-shared/evidence/model.ts).
        finding TEXT NOT NULL CHECK (json_valid(finding)),
        PRIMARY KEY (kind, item, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX evidence_finding_item ON evidence_finding (item);

      -- The last complete comparison; one row.
      CREATE TABLE evidence_comparison (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- Change numbers of the data that it used; JSON, '' before the first one.
        as_of TEXT NOT NULL DEFAULT ''
      ) STRICT;
      INSERT INTO evidence_comparison (only) VALUES (1);
    `)
  },
}
