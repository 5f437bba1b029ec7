/**
 * The rows of the tables, as SQLite gives them: derived from a migrated database by `npm run generate`, not to be edited.
 * A flag is 0 or 1, since SQLite has no booleans; numbers of moments are milliseconds since the epoch. A `Json` column
 * holds a text that the table checks to be JSON. What a text may be is said by the room that writes it:
 * `Pick<DraftRow, 'id'> & { kind: FeedKind }`.
 */
type Json = string

export interface ApiUsageRow {
  username: string
  day: string
  items: number
  requests: number
}

export interface ApiUserRow {
  username: string
  salt: Buffer | null
  hash: Buffer | null
  daily_item_limit: number | null
  created_at: number
}

export interface DraftRow {
  id: string
  kind: string
  name: string
  /** A name that drafts share; '' for none. */
  group_name: string
  is_template: number
  /** The payload as it came, while its items have not been read or cannot be; null when they are rows. */
  text: string | null
  /** What the root element holds that nobody knows, as JSON; null for nothing. */
  frame: string | null
  revision: number
  next_key: number
  item_count: number
  error_count: number
  warning_count: number
  unchecked_count: number
  /** The newest step that is not undone; 0 for none. */
  step: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  name_parts: Json | null
}

export interface DraftCodeRow {
  draft: string
  gtin: string
  key: number
}

export interface DraftItemRow {
  draft: string
  key: number
  revision: number
  /** The item as JSON, as its description says. */
  value: string
  /** The item's element as typed, while it cannot be read. */
  text: string | null
  /** The item's element as it was checked, and as it would be sent. */
  element: string | null
  checked_revision: number
  errors: number
  warnings: number
  code: string
  is_checked: number
  base: string | null
  about: string
  called: string
  seen: string
  conflicts: number
  outdated: number
  changed: number
  removed: number
  doubled: number
  title: string
}

export interface DraftProblemRow {
  draft: string
  key: number
  number: number
  code: string
  /** Below the item; and the same without positions. */
  path: string
  field: string
  severity: string
  message: string
  line: number | null
  /** What would mend it, and why, where that is known. */
  suggestion: string | null
  why: string | null
  feed: string | null
  feed_name: string | null
  feed_name_parts: Json | null
}

export interface DraftRemarkRow {
  draft: string
  key: number
  number: number
  /** The service's own. */
  code: string
  message: string
  /** Below the item; '' for the item as a whole. */
  path: string
  /** A hash of what stood there: the remark stands as long as it does. */
  stood: string
  /** The feed that was refused, and the item's place in it. */
  feed: string
  feed_name: string
  position: number
  refused_at: number
  feed_name_parts: Json | null
  is_allowed: number
}

export interface DraftSentRow {
  draft: string
  /** The feed, or the batch where there are several. */
  sent_as: string
  feeds: number
}

export interface DraftStepRow {
  draft: string
  number: number
  label: string
  made_at: number
  changes: string
  shared: string | null
}

export interface FeedRow {
  sequence: number
  id: string
  kind: string
  name: string
  bytes: number
  sha256: string
  idempotency_key: string
  /** Kind update only: the product code of the path. */
  upc: string | null
  item_count: number
  state: string
  attempts: number
  /** Attempts to follow or reconcile since the last change of state; the pause between them grows with it. */
  asked: number
  /** When the next attempt or question is due, milliseconds; null: as soon as possible. */
  next_at: number | null
  /** When the last attempt began, and the newest feed the service had for this user just before. */
  sent_at: number | null
  newest_before: string | null
  upstream_feed_id: string | null
  feed_status: string | null
  received: number | null
  succeeded: number | null
  failed: number | null
  processing: number | null
  note: string | null
  /** Why the service refused the feed as a whole. */
  problems: Json
  /** Who posted it to the local API, and under which key; null for feeds drafted here. */
  posted_by: string | null
  posted_key: string | null
  created_at: number
  updated_at: number
  sending: number | null
  batch: string | null
  is_held: number
  held_until: number | null
  held_for: number | null
  urgency: number
  refused_with: number | null
  name_parts: Json | null
  service: string | null
  folded: string
}

export interface FeedBatchRow {
  id: string
  name: string
  kind: string
  /** The sequence of its first feed: where it stands in the list. */
  first: number
  /** Without those that were split. */
  feeds: number
  items: number
  /** Of the feed that tells how the batch stands: src-shared/feeds/outbox/outbox-state.ts. */
  state: string
  created_at: number
  updated_at: number
  name_parts: Json | null
}

export interface FeedBeforeRow {
  feed: number
  /** What the catalog showed of its items; JSON, see look-at-catalog.ts. */
  view: Json
  /** Our other feeds about the same that were on their way; JSON, names. */
  rivals: Json
  /** The HTTP status by which it was turned away. */
  answer: number | null
  /** How often it was looked for since, and nothing of it was there. */
  misses: number
}

export interface FeedBodyRow {
  feed: number
  body: Buffer
}

export interface FeedCodeRow {
  feed: string
  position: number
  /** GTIN-14 of an item feed's item; the code as given where it is none; the item's id in a Content+ feed. */
  code: string
  given: string | null
  title: string | null
}

export interface FeedEventRow {
  feed: string
  sequence: number
  at: number
  /** Null for the first: the feed was frozen. */
  event: string | null
  state: string
  message: string
  detail: Json | null
}

export interface FeedResultRow {
  feed: string
  position: number
  product_code: string
  ingestion_status: string
  problems: Json
}

export interface ImportGtinRow {
  job: number
  /** Pairs of 64-bit floats, one for each row that a step took: the GTIN as a number, and its line. */
  taken: Buffer
}

export interface ImportJobRow {
  seq: number
  id: string
  file: string
  target: 'catalog' | 'drafts'
  state: 'running' | 'completed' | 'cancelled' | 'failed'
  rows_read: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  bytes_read: number
  bytes_total: number
  /** milliseconds since the epoch */
  started_at: number
  ended_at: number | null
  note: string | null
  dry: number
  report: string | null
  plan: string | null
  draft: string | null
  through: number | null
  sha256: string | null
  chosen: Json | null
}

export interface ImportMemoryRow {
  columns: string
  chosen: string
  /** milliseconds since the epoch */
  used_at: number
}

export interface ImportRejectedRow {
  job: number
  line: number
  code: string
  reason: string
  raw: string
  cells: string | null
  fault: string | null
}

export interface ItemRow {
  seq: number
  id: string
  /** of the body, to tell a change from a repetition */
  hash: Buffer
  status: string
  name: string
  /** of the first product; the name where there is no id */
  brand_id: string
  brand: string
  manufacturer_id: string
  manufacturer: string
  /** the first product code, as given */
  code: string
  /** lastUpdated as an instant, milliseconds since the epoch */
  updated_at: number
  /** lastUpdated as given */
  updated: string
  created_at: number
  verified: number
  size: string
}

export interface ItemAbsenceRow {
  item: number
  /** when the service last gave it, milliseconds since the epoch */
  since: number
}

export interface ItemArrivalRow {
  first: number
  last: number
  origin: number | null
  /** milliseconds since the epoch */
  received_at: number
}

export interface ItemChangeRow {
  sequence: number
  /** item_document.seq */
  item: number
  /** of the newer version */
  origin: number | null
  /** of the newer version, milliseconds since the epoch */
  received_at: number
  /** numbers of item_field, sorted by path */
  fields: Json
  /** of the earlier version's body */
  hash: Buffer
}

export interface ItemChangeFieldRow {
  origin: number
  field: number
  change: number
}

export interface ItemCodeRow {
  item: number
  position: number
  /** padded for comparison; absent when the code is no GTIN */
  gtin14: string | null
  /** as given */
  code: string
  type: string
}

export interface ItemDictionaryRow {
  number: number
  content: Buffer
}

export interface ItemDocumentRow {
  seq: number
  /** milliseconds since the epoch */
  received_at: number
  /** the mark the record itself does not carry */
  verified: number
  /** projection: where the elements lie in the body */
  outline: Buffer
  body: Buffer
}

export interface ItemEarlierRow {
  change: number
  /** absent: compressed without */
  dictionary: number | null
  /** bytes of the body */
  length: number
  /** zstd */
  body: Buffer
}

export interface ItemFactRow {
  /** item.seq */
  item: number
  packed: Buffer
}

export interface ItemFactRangeRow {
  range: number
  /** the change number that its transaction has at its end */
  changed: number
}

export interface ItemFieldRow {
  number: number
  /** in the record, without positions */
  path: string
}

export interface ItemGoneRow {
  origin: number
  /** item_document.seq */
  item: number
  /** when the service last gave it, milliseconds since the epoch */
  received_at: number
}

export interface ItemOriginRow {
  number: number
  kind: string
  /** the run's, feed's or job's identifier */
  reference: string
}

export interface ItemPartyRow {
  /** 'brand' or 'manufacturer' */
  kind: string
  id: string
  item: number
  name: string
}

export interface ItemProfileRow {
  item: number
  profile: string
}

export interface ItemValueRow {
  kind: string
  number: number
  id: string
  name: string
}

export interface ItemWordRow {
  word: string
}

export interface LookupRow {
  kind: string
  id: string
  name: string
  /** the name without case and accents, for finding it */
  folded: string
  parent: string
}

export interface MetaRow {
  key: string
  value: number | string | Buffer
}

export interface MigrationRow {
  number: number
  name: string
  applied_at: string
}

export interface NotDuplicatesRow {
  one: string
  other: string
  /** milliseconds since the epoch */
  marked_at: number
}

export interface OpenFeedCodeRow {
  code: string
  feed: number
  released: number
}

export interface OutboxRow {
  only: 1
  paused: number
  /** Whether the last contact succeeded; null before the first. */
  reachable: number | null
  reason: string | null
  needs_credentials: number
  /** Nothing is sent before, milliseconds. */
  hold_until: number | null
  instance: string | null
  sendings: number
  service: string | null
}

export interface PictureRow {
  /** without signature and expiry, see picture-address.ts */
  address: string
  /** absent while it could not be fetched */
  sha256: string | null
  mime_type: string | null
  /** pixels */
  width: number | null
  height: number | null
  bytes: number | null
  attempts: number
  /** why the last attempt failed, in words */
  error: string | null
  /** milliseconds since the epoch */
  changed_at: number
  placeholder: Buffer | null
  reduced_to: number | null
  left_out: number
  named_in: number
  retry_at: number | null
  failed_item: string | null
  failed_record: number | null
  refused_host: string | null
}

export interface PictureFileRow {
  sha256: string
  bytes: number
  /** milliseconds since the epoch; the least recently used go first */
  used_at: number
  thumbnail_bytes: number
  preview_bytes: number
}

export interface PictureSignsRow {
  sha256: string
  /** null for a picture that is blank or cannot be read */
  signs: Buffer | null
}

export interface PinnedItemRow {
  item: string
  pinned_at: number
}

export interface RebuildRow {
  only: 1
  /** 'running', 'completed' or 'cancelled' */
  state: string
  /** item_document.seq: everything up to it has been made anew */
  through: number
  /** the highest when it began; later ones are right anyway */
  last: number
  /** made anew so far */
  items: number
  /** that can no longer be read */
  damaged: number
  /** milliseconds since the epoch */
  begun_at: number
  ended_at: number | null
}

export interface ReceivedFeedRow {
  seq: number
  id: string
  kind: 'create' | 'update' | 'refresh' | 'contentplus'
  username: string
  idempotency_key: string | null
  body: Buffer
  body_hash: Buffer
  state: 'RECEIVED' | 'INPROGRESS' | 'PROCESSED' | 'ERROR'
  items: number
  received_at: number
  finished_at: number | null
  upc: string
}

export interface ReceivedFeedItemRow {
  feed: number
  position: number
  product_code: string
  status: string
  errors: Json
  remarks: string
}

export interface ReceivedFeedPayloadRow {
  feed: number
  position: number
  payload: string
  twin: number | null
}

export interface RefusedRuleRow {
  /** As in outbox.service; '' where none was connected. */
  service: string
  /** Of the warning, and the field without positions. */
  code: string
  field: string
  /** The feed that the service refused for it, and when. */
  feed: string
  feed_name: string
  feed_name_parts: Json | null
  refused_at: number
}

export interface RequirementProfileRow {
  id: string
  /** as src-shared/completeness/model.ts describes it */
  content: Json
  /** milliseconds since the epoch */
  created_at: number
  updated_at: number
}

export interface RetailerContentRow {
  item: string
  retailer: string
  xml: Buffer
  updated_at: number
  content: Buffer | null
}

export interface SettingRow {
  key: string
  value: Json
}

export interface SharedGtinRow {
  gtin14: string
}

export interface SyncQuarantineRow {
  id: number
  run: string
  /** milliseconds since the epoch */
  at: number
  /** the last retry */
  tried_at: number | null
  task: Json
  /** the parameters of the call */
  query: Json
  error: string
  answer: Buffer
}

export interface SyncRunRow {
  sequence: number
  id: string
  kind: string
  outcome: string
  phase: string
  started_at: number
  ended_at: number | null
  items_total: number | null
  items_done: number
  items_new: number
  items_changed: number
  items_unchanged: number
  pictures_total: number
  pictures_done: number
  bytes: number
  note: string | null
  /** Where to go on, as JSON; its shape is in src-main/sync/checkpoint.ts. */
  checkpoint: Json
  plan: Json | null
  pause_reason: string | null
  pause_until: number | null
  failure: string | null
  items_gone: number
  items_returned: number
  set_aside: number
  items_said: number | null
  items_given: number | null
}

export interface SyncSeenRow {
  run: number
  purpose: string
  item: number
  slice: number
  pass: number
}

export interface SyncSliceRow {
  run: number
  /** in the order they are begun */
  number: number
  /** what it asks for; SliceTask in src-main/sync/plan.ts */
  task: Json
  /** 'waiting', 'reading' or 'done' */
  state: string
  /** records it holds, once known */
  total: number | null
  done: number
  /** where to go on; SliceReading in src-main/sync/plan.ts */
  reading: Json
}

export interface SyncWatermarkRow {
  only: 1
  /** The start of the last completed run, milliseconds by this computer's clock: for people. */
  complete_at: number
  /** The latest lastUpdated that run could have seen, milliseconds by the service's clock: for the next run. */
  updated_up_to: number
}
