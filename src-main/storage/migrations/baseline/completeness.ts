/** Profiles of the values that items should have: a person's own, or those of a feed kind or a retailer. */
export const completenessTables = `
CREATE TABLE requirement_profile (
  id TEXT NOT NULL PRIMARY KEY,
  content TEXT NOT NULL CHECK (json_valid(content)), -- as src-shared/completeness/model.ts describes it
  created_at INTEGER NOT NULL,                       -- milliseconds since the epoch
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
