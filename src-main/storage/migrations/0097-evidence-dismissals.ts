import type { Migration } from './migration.ts'

/** Findings that a person has dismissed. They are never derived: deleting readings and findings keeps them. */
export const migration: Migration = {
  number: 97,
  name: 'evidence-dismissals',
  up(db) {
    db.exec(`
      -- Content of the picture, and what the finding is about: a code, a value or a rule; '' for the picture itself.
      ALTER TABLE evidence_finding ADD COLUMN sha256 TEXT NOT NULL DEFAULT '';
      ALTER TABLE evidence_finding ADD COLUMN subject TEXT NOT NULL DEFAULT '';
      UPDATE evidence_finding SET
        sha256 = finding ->> '$.sha256',
        subject = coalesce(finding ->> '$.code.gtin14', finding ->> '$.rule', '');

      CREATE TABLE evidence_dismissal (
        -- Identifier of the catalog item.
        item TEXT NOT NULL,
        kind TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        subject TEXT NOT NULL,
        reason TEXT NOT NULL,
        -- As typed; '' for none.
        note TEXT NOT NULL,
        -- Milliseconds since the epoch.
        dismissed_at INTEGER NOT NULL,
        PRIMARY KEY (item, kind, sha256, subject)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
