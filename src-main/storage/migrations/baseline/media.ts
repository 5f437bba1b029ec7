/**
 * Pictures stored on this computer. A record refers to a picture by its address. Files are named after their
 * content, so one file serves all addresses of the same picture.
 */
export const mediaTables = `
-- The addresses of pictures, without signature and expiry (src-main/media/serve/picture-path.ts).
CREATE TABLE picture (
  address TEXT PRIMARY KEY,
  sha256 TEXT,                           -- null until the picture is fetched
  mime_type TEXT,
  width INTEGER,                         -- pixels
  height INTEGER,
  bytes INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT,                            -- message of the last failed attempt
  changed_at INTEGER NOT NULL,           -- milliseconds since the epoch
  placeholder BLOB,                      -- a few blurred pixels as WebP; kept when the file is deleted
  reduced_to INTEGER,                    -- longest side in pixels; null for an original
  left_out INTEGER NOT NULL DEFAULT 0,   -- 1: not downloaded for lack of space, until it is requested
  named_in INTEGER NOT NULL DEFAULT 0,   -- number of the last sweep that found the address in a record
  -- The last failed attempt:
  retry_at INTEGER,                      -- not retried before, milliseconds since the epoch; null: at once
  failed_item TEXT,                      -- identifier of the item that it was fetched for
  failed_record INTEGER,                 -- lastUpdated of that item's record at that time
  refused_host TEXT                      -- host that the connection does not allow
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_by_content ON picture (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX picture_left_out ON picture (left_out) WHERE left_out = 1;
CREATE INDEX picture_failed ON picture (changed_at) WHERE error IS NOT NULL;

-- One row for each file of the media folder.
CREATE TABLE picture_file (
  sha256 TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  used_at INTEGER NOT NULL,              -- milliseconds since the epoch; the least recently used is deleted first
  thumbnail_bytes INTEGER NOT NULL DEFAULT 0,   -- bytes of the thumbnail; 0 while there is none
  preview_bytes INTEGER NOT NULL DEFAULT 0      -- bytes of the preview; 0 while there is none
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_file_by_use ON picture_file (used_at, bytes, thumbnail_bytes, preview_bytes);

-- Items whose pictures are always kept, by identifier, because the row of an item may be deleted and recreated.
CREATE TABLE pinned_item (
  item TEXT PRIMARY KEY,
  pinned_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
