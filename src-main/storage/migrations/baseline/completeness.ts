/**
 * Requirement profiles: the values that items should have, for a feed kind, a retailer or a person's own use.
 */
export const completenessTables = `
CREATE TABLE requirement_profile (
  id TEXT NOT NULL PRIMARY KEY,
  content TEXT NOT NULL CHECK (json_valid(content)), -- format: src-shared/completeness/model.ts
  created_at INTEGER NOT NULL,                       -- milliseconds since the epoch
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
