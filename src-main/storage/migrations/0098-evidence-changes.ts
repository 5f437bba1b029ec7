import type { Migration } from './migration.ts'

/** Marks items for the next comparison. It stands in triggers, so that no writer can leave one out. */
const mark = (items: string): string => `
  INSERT INTO evidence_pending (item, mark) SELECT id, 1 FROM (${items}) WHERE true
  ON CONFLICT (item) DO UPDATE SET mark = mark + 1;`

const itself = (row: 'OLD' | 'NEW'): string => `SELECT ${row}.id AS id`
/** Items whose findings name a code: it may have become the code of another item, or of none. */
const naming = (codes: string): string => `
  SELECT item AS id FROM evidence_finding
  WHERE kind IN ('other-item', 'unknown-code') AND subject IN (${codes})`
const ofCode = (row: 'OLD' | 'NEW'): string =>
  `SELECT id FROM item WHERE seq = ${row}.item UNION ${naming(`SELECT ${row}.gtin14`)}`
const ofAddress = (row: 'OLD' | 'NEW'): string =>
  `SELECT item AS id FROM evidence_picture WHERE address = ${row}.address`
const ofContent = (row: 'OLD' | 'NEW'): string => `
  SELECT DISTINCT item AS id FROM picture JOIN evidence_picture USING (address) WHERE sha256 = ${row}.sha256`

/** Without a comparison there is nothing to make again. */
const isCompared = "(SELECT basis FROM evidence_comparison) <> ''"
const trigger = (name: string, event: string, items: string, when = 'true'): string => `
  CREATE TRIGGER ${name} AFTER ${event} WHEN ${isCompared} AND ${when}
  BEGIN ${mark(items)} END;`

/**
 * Findings are made again only for items that have changed, are listed by an index, and can be agreed with. The
 * findings are derived: the next comparison makes all of them again.
 */
export const migration: Migration = {
  number: 98,
  name: 'evidence-changes',
  up(db) {
    db.exec(`
      CREATE TABLE evidence_decision (
        -- Identifier of the catalog item.
        item TEXT NOT NULL,
        kind TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        -- What the finding is about: a code, a value or a rule; '' for the picture itself.
        subject TEXT NOT NULL,
        -- 'agreed' or 'dismissed'.
        decision TEXT NOT NULL,
        -- Why it was dismissed; '' for an agreed finding.
        reason TEXT NOT NULL,
        -- As typed; '' for none.
        note TEXT NOT NULL,
        -- Milliseconds since the epoch.
        decided_at INTEGER NOT NULL,
        -- Account of the computer; '' if unknown.
        decided_by TEXT NOT NULL,
        PRIMARY KEY (item, kind, sha256, subject)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO evidence_decision
        SELECT item, kind, sha256, subject, 'dismissed', reason, note, dismissed_at, '' FROM evidence_dismissal;
      DROP TABLE evidence_dismissal;

      DROP TABLE evidence_comparison;
      -- The comparison that the findings come from; one row.
      CREATE TABLE evidence_comparison (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- What findings are made by, apart from records and pictures; JSON, '' before the first comparison.
        basis TEXT NOT NULL DEFAULT ''
      ) STRICT;
      INSERT INTO evidence_comparison (only) VALUES (1);

      DROP TABLE evidence_finding;
      -- Findings of the items that were compared.
      CREATE TABLE evidence_finding (
        -- Identifier of the catalog item.
        item TEXT NOT NULL,
        -- Position among the findings of the item, the heaviest first.
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        -- Place of the kind in the order of lists, from 0.
        weight INTEGER NOT NULL,
        -- Content of the picture.
        sha256 TEXT NOT NULL,
        subject TEXT NOT NULL,
        -- The decision about it; '' for none.
        decision TEXT NOT NULL,
        -- The finding as JSON (src-shared/evidence/model.ts).
        finding TEXT NOT NULL CHECK (json_valid(finding)),
        PRIMARY KEY (item, position)
      ) STRICT, WITHOUT ROWID;
      -- Holds the decision, so that a condition on it reads no rows.
      CREATE INDEX evidence_finding_open ON evidence_finding (weight, item, position, decision)
        WHERE decision <> 'dismissed';
      CREATE INDEX evidence_finding_decided ON evidence_finding (decision, weight, item, position)
        WHERE decision <> '';
      CREATE INDEX evidence_finding_code ON evidence_finding (subject, item)
        WHERE kind IN ('other-item', 'unknown-code');

      -- Items whose findings are made by the next comparison.
      CREATE TABLE evidence_pending (
        item TEXT PRIMARY KEY,
        -- Rises with each change, so that a change during a comparison is not lost.
        mark INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Addresses of the pictures in the records of compared items. It may have further ones.
      CREATE TABLE evidence_picture (
        address TEXT NOT NULL,
        item TEXT NOT NULL,
        PRIMARY KEY (address, item)
      ) STRICT, WITHOUT ROWID;
      ${[
        trigger('evidence_item_added', 'INSERT ON item', itself('NEW')),
        trigger(
          'evidence_item_changed',
          'UPDATE OF id, hash, name ON item',
          `${itself('NEW')} UNION ${itself('OLD')} UNION ${naming('SELECT gtin14 FROM item_code WHERE item = NEW.seq')}`,
        ),
        trigger('evidence_item_removed', 'DELETE ON item', itself('OLD')),
        trigger('evidence_code_added', 'INSERT ON item_code', ofCode('NEW')),
        trigger('evidence_code_removed', 'DELETE ON item_code', ofCode('OLD')),
        trigger('evidence_picture_added', 'INSERT ON picture', ofAddress('NEW'), 'NEW.sha256 IS NOT NULL'),
        trigger(
          'evidence_picture_changed',
          'UPDATE OF sha256, reduced_to ON picture',
          ofAddress('NEW'),
          '(OLD.sha256 IS NOT NEW.sha256 OR OLD.reduced_to IS NOT NEW.reduced_to)',
        ),
        trigger('evidence_picture_removed', 'DELETE ON picture', ofAddress('OLD')),
        trigger('evidence_reading_added', 'INSERT ON picture_reading', ofContent('NEW')),
        trigger('evidence_reading_changed', 'UPDATE ON picture_reading', ofContent('NEW')),
        trigger('evidence_reading_removed', 'DELETE ON picture_reading', ofContent('OLD')),
      ].join('')}
    `)
  },
}
