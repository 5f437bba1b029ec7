/**
 * The items. Only `item_document`, `lookup`, `item_absence` and `item_profile` hold original data. The other
 * tables are a projection of the documents, which a rebuild recreates. Documents are in a separate table so
 * that lists and counts do not scan their bytes.
 */
export const catalogTables = `
-- The <item> element of each record, as received.
CREATE TABLE item_document (
  seq INTEGER PRIMARY KEY,
  received_at INTEGER NOT NULL,          -- milliseconds since the epoch
  verified INTEGER NOT NULL DEFAULT 0,   -- 1: the service lists the item as verified; the record itself lacks this
  outline BLOB NOT NULL,                 -- projection: offsets of the elements in the body
  body BLOB NOT NULL
) STRICT;

-- The columns of lists.
CREATE TABLE item (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL,                    -- hash of the body, to detect changed records
  status TEXT NOT NULL,
  name TEXT NOT NULL,
  brand_id TEXT NOT NULL,                -- brand of the first product; its name if it has no identifier
  brand TEXT NOT NULL,
  manufacturer_id TEXT NOT NULL,
  manufacturer TEXT NOT NULL,
  code TEXT NOT NULL,                    -- first product code, as given
  updated_at INTEGER NOT NULL,           -- lastUpdated, milliseconds since the epoch
  updated TEXT NOT NULL,                 -- lastUpdated, as given
  created_at INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  size TEXT NOT NULL DEFAULT ''          -- net content with its unit, for display
) STRICT;
-- Every list is in the order (updated_at, id). Each of these indexes answers a page without reading rows.
CREATE INDEX item_by_updated ON item (updated_at, id);
CREATE INDEX item_by_brand ON item (brand_id, updated_at, id);
CREATE INDEX item_by_manufacturer ON item (manufacturer_id, updated_at, id);
CREATE INDEX item_verified ON item (updated_at, id) WHERE verified = 1;

CREATE TABLE item_code (
  item INTEGER NOT NULL REFERENCES item (seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  gtin14 TEXT,                           -- padded to 14 digits for comparison; null when the code is no GTIN
  code TEXT NOT NULL,                    -- as given
  type TEXT NOT NULL,
  PRIMARY KEY (item, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_code_by_gtin ON item_code (gtin14, item) WHERE gtin14 IS NOT NULL;

-- Brands and manufacturers of further products of an item; those of the first product are columns of the item.
CREATE TABLE item_party (
  kind TEXT NOT NULL,                    -- 'brand' or 'manufacturer'
  id TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (seq) ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (kind, id, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_party_by_item ON item_party (item);

-- Packed values for filtering, counting and sorting lists (src-main/catalog/project/fact-layout.ts), so that a reader
-- loads those of the entire catalog in a fraction of a second.
CREATE TABLE item_fact (
  item INTEGER PRIMARY KEY,              -- item.seq
  packed BLOB NOT NULL
) STRICT;
-- Last change of each range of 4,096 items.
CREATE TABLE item_fact_range (
  range INTEGER PRIMARY KEY,
  changed INTEGER NOT NULL               -- change number at the end of the transaction
) STRICT;
-- Numbers that packed facts use for brands, categories and the like.
CREATE TABLE item_value (
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX item_value_by_id ON item_value (kind, id);

-- The full-text index. Its words are folded before they are inserted, so the tokenizer only splits ASCII. Segments are
-- merged eight at a time instead of four: with a million items a word is written three times instead of five.
CREATE VIRTUAL TABLE item_text USING fts5 (
  name, brand, text, code,
  content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '1 2'
);
INSERT INTO item_text (item_text, rank) VALUES ('hashsize', 67108864), ('automerge', 8);
-- Words of names and brands in the full-text index, for suggestions when a word is misspelled.
CREATE TABLE item_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Progress of the rebuild of the projection, or the result of the last one; at most one row. While it runs, the next
-- full-text index is in the table item_text_next. A rebuild that was interrupted continues from here.
CREATE TABLE rebuild (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  state TEXT NOT NULL,                   -- 'running', 'completed' or 'cancelled'
  through INTEGER NOT NULL,              -- item_document.seq up to which everything is rebuilt
  last INTEGER NOT NULL,                 -- highest item_document.seq at the start; later items need no rebuild
  items INTEGER NOT NULL,                -- items rebuilt so far
  damaged INTEGER NOT NULL,              -- items whose document cannot be read
  begun_at INTEGER NOT NULL,             -- milliseconds since the epoch
  ended_at INTEGER
) STRICT;

-- Lists of the service: brands, manufacturers, categories and the like.
CREATE TABLE lookup (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,                  -- the name without case and accents, for searching
  parent TEXT NOT NULL DEFAULT '',       -- identifier of the parent category; '' for none
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lookup_by_name ON lookup (kind, name, id, folded);
-- Imported files name brands and manufacturers, in any case and with or without accents.
CREATE INDEX lookup_by_folded ON lookup (kind, folded, id);
CREATE INDEX lookup_by_parent ON lookup (kind, parent, name, id) WHERE parent <> '';

-- Items that the last full sync did not find at the service. They are kept; the row is deleted when the item returns.
CREATE TABLE item_absence (
  item INTEGER PRIMARY KEY REFERENCES item_document (seq) ON DELETE CASCADE,
  since INTEGER NOT NULL                 -- when the service last sent the item, milliseconds since the epoch
) STRICT;

-- Items that were fetched in a smaller profile than 'complete'.
CREATE TABLE item_profile (
  item INTEGER PRIMARY KEY REFERENCES item_document (seq) ON DELETE CASCADE,
  profile TEXT NOT NULL
) STRICT;
`
