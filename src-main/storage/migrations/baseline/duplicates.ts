/** The search for duplicate items. */
export const duplicatesTables = `
-- Perceptual hashes of pictures, to find similar pictures.
CREATE TABLE picture_signs (
  sha256 TEXT PRIMARY KEY,
  signs BLOB CHECK (length(signs) = 8)   -- null for a picture that is blank or cannot be read
) STRICT, WITHOUT ROWID;

-- Pairs of items that a person marked as not duplicates: their identifiers, the smaller one first.
CREATE TABLE not_duplicates (
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  marked_at INTEGER NOT NULL,            -- milliseconds since the epoch
  PRIMARY KEY (one, other),
  CHECK (one < other)
) STRICT, WITHOUT ROWID;
CREATE INDEX not_duplicates_by_time ON not_duplicates (marked_at);
`
