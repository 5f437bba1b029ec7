/** Metadata of the database file, and the settings of its workspace. */
export const workspaceTables = `
-- Counters: the last change number, the next item number, and the last change number of each topic.
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('change_number', 0), ('next_item_id', 1);

-- Settings of the workspace.
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) STRICT, WITHOUT ROWID;
`
