import BetterSqlite3 from 'better-sqlite3'

/**
 * The contents of a catalog and its sync in a database, without times and row numbers, so that copies made in
 * different ways can be compared. `leftOver` is empty unless data of an unfinished run remains.
 */
export function catalogContents(path: string): Record<string, unknown[]> {
  const db = new BetterSqlite3(path, { readonly: true })
  const all = (sql: string): unknown[] => db.prepare(sql).all()
  try {
    return {
      integrity: all('PRAGMA integrity_check'),
      items: all(`
        SELECT id, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at, updated, created_at,
               item.verified, hex(hash) AS hash, hex(outline) AS outline, CAST(body AS TEXT) AS body,
               item_document.verified AS marked
        FROM item JOIN item_document USING (seq) ORDER BY id`),
      codes: all(
        'SELECT id, position, gtin14, item_code.code, type FROM item_code JOIN item ON seq = item ORDER BY id, position',
      ),
      parties: all(
        'SELECT item.id, kind, party.id AS party, party.name FROM item_party AS party JOIN item ON seq = item ORDER BY 1, 2, 3',
      ),
      words: all(
        "SELECT id FROM item_text JOIN item ON seq = item_text.rowid WHERE item_text MATCH 'oat' ORDER BY id",
      ),
      lookups: all('SELECT kind, id, name FROM lookup ORDER BY kind, id'),
      absent: all('SELECT id FROM item_absence JOIN item ON seq = item ORDER BY id'),
      profiles: all('SELECT id, profile FROM item_profile JOIN item ON seq = item ORDER BY id'),
      earlierVersions: all(
        'SELECT id, fields, hex(item_change.hash) AS hash FROM item_change JOIN item ON seq = item ORDER BY id, sequence',
      ),
      watermark: all('SELECT updated_up_to FROM sync_watermark'),
      quarantine: all('SELECT query, error FROM sync_quarantine ORDER BY id'),
      leftOver: all('SELECT run FROM sync_slice UNION ALL SELECT run FROM sync_seen'),
    }
  } finally {
    db.close()
  }
}
