/** Drafts of feeds. Each item of a draft is a row, so it can be edited, validated and undone separately. */
export const draftsTables = `
CREATE TABLE draft (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The draft's group; '' for none.
  group_name TEXT NOT NULL DEFAULT '',
  is_template INTEGER NOT NULL DEFAULT 0,
  -- The payload as text until its items are read, and while they cannot be read; then null.
  text TEXT,
  -- Unknown content of the root element, as JSON; null for none.
  frame TEXT,
  revision INTEGER NOT NULL DEFAULT 1,
  next_key INTEGER NOT NULL DEFAULT 1,
  item_count INTEGER NOT NULL DEFAULT 0,
  error_count INTEGER NOT NULL DEFAULT 0,
  warning_count INTEGER NOT NULL DEFAULT 0,
  unchecked_count INTEGER NOT NULL DEFAULT 0,
  -- Number of the last step that is not undone; 0 for none.
  step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- Parts of a generated name (NameParts), to show it in any language; null for a name that a person typed.
  name_parts TEXT CHECK (json_valid(name_parts))
) STRICT;
CREATE INDEX draft_listed ON draft (is_template, updated_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX draft_deleted ON draft (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE draft_item (
  draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
  key INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  -- The item as JSON, in the format of its description.
  value TEXT NOT NULL,
  -- The item's element as typed, while it cannot be read.
  text TEXT,
  element TEXT,
  checked_revision INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  warnings INTEGER NOT NULL DEFAULT 0,
  code TEXT NOT NULL AS (coalesce(value ->> '$.productCodes[0].text', value ->> '$.id', '')) VIRTUAL,
  is_checked INTEGER NOT NULL AS (checked_revision = revision) VIRTUAL,
  -- The item in the catalog when the draft item was created (DraftBase), as JSON; null if unknown.
  base TEXT,
  -- Identifier, name and record hash of the catalog's item at the last check; '' for none.
  about TEXT NOT NULL DEFAULT '',
  called TEXT NOT NULL DEFAULT '',
  seen TEXT NOT NULL DEFAULT '',
  -- Number of fields in each state of the comparison with the catalog.
  conflicts INTEGER NOT NULL DEFAULT 0,
  outdated INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  doubled INTEGER NOT NULL DEFAULT 0,
  -- The item's title, or its name in the catalog.
  title TEXT NOT NULL AS (
    coalesce(nullif(value ->> '$.ecommerceTitle', ''), nullif(called, ''), base ->> '$.name', '')) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX draft_item_key ON draft_item (draft, key);
-- Covers the counts of a draft.
CREATE INDEX draft_item_counts ON draft_item (draft, errors, warnings, is_checked);
CREATE INDEX draft_item_unchecked ON draft_item (draft, key) WHERE checked_revision <> revision;
CREATE INDEX draft_item_about ON draft_item (about, seen, draft) WHERE about <> '';
-- Covers the summary of the comparison.
CREATE INDEX draft_item_compared ON draft_item (draft, conflicts, outdated, changed, removed, doubled);

CREATE TABLE draft_problem (
  draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
  key INTEGER NOT NULL,
  number INTEGER NOT NULL,
  code TEXT NOT NULL,
  -- Path below the item. The column field has the same path without positions.
  path TEXT NOT NULL,
  field TEXT NOT NULL,
  severity TEXT NOT NULL,
  message TEXT NOT NULL,
  line INTEGER,
  -- A value that fixes the problem, and the reason for it, if known.
  suggestion TEXT,
  why TEXT,
  -- The refused feed that the problem comes from; null for a problem of our own checks.
  feed TEXT,
  feed_name TEXT,
  feed_name_parts TEXT CHECK (json_valid(feed_name_parts)),
  PRIMARY KEY (draft, key, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_problem_group ON draft_problem (draft, code, field, key);

-- GTINs of items: two items of a feed must not have the same one.
CREATE TABLE draft_code (
  draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
  gtin TEXT NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (draft, gtin, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_code_item ON draft_code (draft, key);

-- Undo history: each step with the state before and after it.
CREATE TABLE draft_step (
  draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  changes TEXT NOT NULL,
  -- All rows of a step that changed several drafts: [{"draft", "number"}], as JSON; null for a step of one draft.
  shared TEXT,
  PRIMARY KEY (draft, number)
) STRICT;

-- Errors that the service reported for items it refused, kept with the draft that fixes them.
CREATE TABLE draft_remark (
  draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
  key INTEGER NOT NULL,
  number INTEGER NOT NULL,
  -- The service's error code.
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  -- Path below the item; '' for the entire item.
  path TEXT NOT NULL,
  -- Hash of the refused value: the remark is shown until the value changes.
  stood TEXT NOT NULL,
  -- The refused feed, and the position of the item in it.
  feed TEXT NOT NULL,
  feed_name TEXT NOT NULL,
  position INTEGER NOT NULL,
  refused_at INTEGER NOT NULL,
  feed_name_parts TEXT CHECK (json_valid(feed_name_parts)),
  -- 1: a person decided to send the item again unchanged.
  is_allowed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (draft, key, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_remark_feed ON draft_remark (feed, position);

-- Queued drafts, which no longer exist: the address of such a draft leads to its feed.
CREATE TABLE draft_sent (
  draft TEXT PRIMARY KEY,
  -- Identifier of the feed, or of the batch if there are several feeds.
  sent_as TEXT NOT NULL,
  feeds INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
