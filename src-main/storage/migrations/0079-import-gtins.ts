import type { Migration } from './migration.ts'

/** The GTINs that an import took, so that a mended row is refused when another row of its file has its GTIN. */
export const migration: Migration = {
  number: 79,
  name: 'import gtins',
  up(db) {
    db.exec(`
      CREATE TABLE import_gtin (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        -- Pairs of 64-bit floats, one for each row that a step took: the GTIN as a number, and its line.
        taken BLOB NOT NULL
      ) STRICT;
      CREATE INDEX import_gtin_by_job ON import_gtin (job);
    `)
  },
}
