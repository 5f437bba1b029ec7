/** Users of the local API. */
export const localApiTables = `
CREATE TABLE api_user (
  username TEXT PRIMARY KEY,
  -- scrypt of the password; null for the default user, whose password is in the secret store.
  salt BLOB,
  hash BLOB,
  daily_item_limit INTEGER CHECK (daily_item_limit >= 0),
  created_at INTEGER NOT NULL,
  CHECK ((salt IS NULL) = (hash IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO api_user (username, created_at) VALUES ('desk', unixepoch() * 1000);

-- Item records and requests of each user and day.
CREATE TABLE api_usage (
  username TEXT NOT NULL,
  day TEXT NOT NULL,                     -- YYYY-MM-DD, UTC
  items INTEGER NOT NULL,
  requests INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (username, day)
) STRICT, WITHOUT ROWID;
`
