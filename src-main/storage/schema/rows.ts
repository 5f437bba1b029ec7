/**
 * Row types of the tables as SQLite returns them: generated from a migrated database by `npm run generate`, not to be edited.
 * A flag is 0 or 1, since SQLite has no booleans; times are milliseconds since the epoch. A `Json` column holds text
 * that a CHECK requires to be JSON. The room that writes a text column narrows its type:
 * `Pick<DraftRow, 'id'> & { kind: FeedKind }`.
 */
type Json = string

export interface ApiUsageRow {
  username: string
  /** YYYY-MM-DD, UTC */
  day: string
  items: number
  requests: number
}

export interface ApiUserRow {
  username: string
  /** scrypt of the password; null for the default user, whose password is in the secret store. */
  salt: Buffer | null
  hash: Buffer | null
  daily_item_limit: number | null
  created_at: number
}

export interface DraftRow {
  id: string
  kind: string
  name: string
  /** The draft's group; '' for none. */
  group_name: string
  is_template: number
  /** The payload as text until its items are read, and while they cannot be read; then null. */
  text: string | null
  /** Unknown content of the root element, as JSON; null for none. */
  frame: string | null
  revision: number
  next_key: number
  item_count: number
  error_count: number
  warning_count: number
  unchecked_count: number
  /** Number of the last step that is not undone; 0 for none. */
  step: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Parts of a generated name (NameParts), to show it in any language; null for a name that a person typed. */
  name_parts: Json | null
  grid: Json | null
  changed_by: string
}

export interface DraftAssignmentRow {
  draft: string
  /** Key of an item; 0 for the draft itself. */
  key: number
  person: string
}

export interface DraftCodeRow {
  draft: string
  gtin: string
  key: number
}

export interface DraftCommentRow {
  id: string
  draft: string
  /** Key of an item; 0 for the draft itself. */
  key: number
  /** '' once it is deleted. */
  text: string
  author: string
  at: number
  edited_at: number | null
  deleted_at: number | null
}

export interface DraftItemRow {
  draft: string
  key: number
  revision: number
  /** The item as JSON, in the format of its description. */
  value: string
  /** The item's element as typed, while it cannot be read. */
  text: string | null
  checked_revision: number
  errors: number
  warnings: number
  code: string
  is_checked: number
  /** The item in the catalog when the draft item was created (DraftBase), as JSON; null if unknown. */
  base: string | null
  /** Identifier, name and record hash of the catalog's item at the last check; '' for none. */
  about: string
  called: string
  seen: string
  /** Number of fields in each state of the comparison with the catalog. */
  conflicts: number
  outdated: number
  changed: number
  removed: number
  doubled: number
  /** The item's title, or its name in the catalog. */
  title: string
  changed_by: string | null
  changed_at: number | null
}

export interface DraftMentionRow {
  comment: string
  /** As written after the @; upper and lower case are the same person. */
  person: string
  /** When the person opened the discussion; null: not yet. */
  seen_at: number | null
}

export interface DraftProblemRow {
  draft: string
  key: number
  number: number
  code: string
  /** Path below the item. The column field has the same path without positions. */
  path: string
  field: string
  severity: string
  message: string
  line: number | null
  /** A value that fixes the problem, and the reason for it, if known. */
  suggestion: string | null
  why: string | null
  /** The refused feed that the problem comes from; null for a problem of our own checks. */
  feed: string | null
  feed_name: string | null
  feed_name_parts: Json | null
  found: string
}

export interface DraftRemarkRow {
  draft: string
  key: number
  number: number
  /** The service's error code. */
  code: string
  message: string
  /** Path below the item; '' for the entire item. */
  path: string
  /** Hash of the refused value: the remark is shown until the value changes. */
  stood: string
  /** The refused feed, and the position of the item in it. */
  feed: string
  feed_name: string
  position: number
  refused_at: number
  feed_name_parts: Json | null
  /** 1: a person decided to send the item again unchanged. */
  is_allowed: number
}

export interface DraftReviewRow {
  draft: string
  /** 'proposed', 'approved' or 'returned'. */
  state: string
  /** Revision of the draft that was proposed, approved or returned. */
  revision: number
  person: string
  at: number
  /** Word of the person to the others; '' for none. */
  word: string
}

export interface DraftSentRow {
  draft: string
  /** Identifier of the feed, or of the batch if there are several feeds. */
  sent_as: string
  feeds: number
}

export interface DraftStepRow {
  draft: string
  number: number
  label: string
  made_at: number
  changes: string
  /** All rows of a step that changed several drafts: [{"draft", "number"}], as JSON; null for a step of one draft. */
  shared: string | null
  items: number
  made_by: string
  undoes: number | null
  kept: number | null
}

export interface DraftTrailRow {
  draft: string
  number: number
  /** 'proposed', 'approved', 'returned', 'reopened', 'assigned', 'unassigned', 'commented' or 'queued'. */
  event: string
  person: string
  at: number
  /** Revision of the draft at that time. */
  revision: number
  /** Key of an item; 0 for the draft itself. */
  key: number
  /** A word or reason, or the person assigned; '' for none. */
  detail: string
}

export interface EvidenceComparisonRow {
  only: 1
  /** What findings are made by, apart from records and pictures; JSON, '' before the first comparison. */
  basis: string
}

export interface EvidenceDecisionRow {
  /** Identifier of the catalog item. */
  item: string
  kind: string
  sha256: string
  /** What the finding is about: a code, a value or a rule; '' for the picture itself. */
  subject: string
  /** 'agreed' or 'dismissed'. */
  decision: string
  /** Why it was dismissed; '' for an agreed finding. */
  reason: string
  /** As typed; '' for none. */
  note: string
  /** Milliseconds since the epoch. */
  decided_at: number
  /** Account of the computer; '' if unknown. */
  decided_by: string
}

export interface EvidenceFindingRow {
  /** Identifier of the catalog item. */
  item: string
  /** Position among the findings of the item, the heaviest first. */
  position: number
  kind: string
  /** Place of the kind in the order of lists, from 0. */
  weight: number
  /** Content of the picture. */
  sha256: string
  subject: string
  /** The decision about it; '' for none. */
  decision: string
  /** The finding as JSON (src-shared/evidence/model.ts). */
  finding: Json
}

export interface EvidencePendingRow {
  item: string
  /** Rises with each change, so that a change during a comparison is not lost. */
  mark: number
}

export interface EvidencePictureRow {
  address: string
  item: string
}

export interface FeedRow {
  sequence: number
  id: string
  kind: string
  name: string
  bytes: number
  sha256: string
  idempotency_key: string
  /** Product code in the path of the request; only for the kind 'update'. */
  upc: string | null
  item_count: number
  state: string
  attempts: number
  /** Number of status requests since the last change of state; the pause between them grows with this number. */
  asked: number
  /** When the next request is due, milliseconds since the epoch; null: as soon as possible. */
  next_at: number | null
  /** Start of the last attempt, and the newest feed that the service had for this user just before. */
  sent_at: number | null
  newest_before: string | null
  upstream_feed_id: string | null
  feed_status: string | null
  received: number | null
  succeeded: number | null
  failed: number | null
  processing: number | null
  note: string | null
  /** The problems for which the service refused the entire feed. */
  problems: Json
  /** User of the local API who posted the feed, and the idempotency key; null for a feed drafted here. */
  posted_by: string | null
  posted_key: string | null
  created_at: number
  updated_at: number
  /** Sequence number of its last send within the workspace (outbox.sendings); null before the first. */
  sending: number | null
  /** Null for a feed without a batch. */
  batch: string | null
  /** 1: held by a person, until held_until (held_for milliseconds after it was held) or, if null, until it is released. */
  is_held: number
  held_until: number | null
  held_for: number | null
  /** Feeds with a higher urgency are sent first; feeds about the same item keep their order. */
  urgency: number
  /** HTTP status with which the service refused the entire feed. */
  refused_with: number | null
  /** As draft.name_parts. */
  name_parts: Json | null
  /** The service that the feed was queued for, as in outbox.service; null if none was connected. */
  service: string | null
  /** The folded name, for searching. */
  folded: string
}

export interface FeedBatchRow {
  id: string
  name: string
  kind: string
  /** feed.sequence of its first feed: its position in the list. */
  first: number
  /** Number of feeds, without those that were split. */
  feeds: number
  items: number
  /** State of the feed that represents the batch. */
  state: string
  created_at: number
  updated_at: number
  /** As draft.name_parts. */
  name_parts: Json | null
}

export interface FeedBeforeRow {
  feed: number
  /** Values of the items in the catalog; JSON, see look-up-items.ts. */
  view: Json
  /** Names of our other feeds under way about the same items; JSON. */
  rivals: Json
  /** HTTP status with which the service rejected the feed. */
  answer: number | null
  /** Number of lookups since then that did not find the feed. */
  misses: number
}

export interface FeedBodyRow {
  feed: number
  body: Buffer
}

export interface FeedCodeRow {
  feed: string
  position: number
  /** GTIN-14 of the item; the code as given if it is not a GTIN; the item's identifier in a Content+ feed. */
  code: string
  /** The code as the sender wrote it, as used in status responses; null if it is the same. */
  given: string | null
  /** The item's name in the feed; null for none. */
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
  /** JSON: address, user and hash of the bytes for a sent feed; the HTTP status for a response. */
  detail: Json | null
}

export interface FeedResultRow {
  feed: string
  position: number
  product_code: string
  ingestion_status: string
  problems: Json
}

export interface FeedShownRow {
  feed: number
  /** When the feed was compared, and when the sync had begun whose copy it was compared with; milliseconds. */
  compared_at: number
  copied_at: number
  /** Fields of accepted items that the catalog can show, by outcome. */
  fields: number
  shown: number
  waiting: number
  left_out: number
  otherwise: number
  later: number
  /** Fields that no record shows. */
  unseen: number
  /** Items that a later feed of this workspace has changed again, and items that could not be read. */
  sent_again: number
  unread: number
}

export interface FeedShownFieldRow {
  feed: number
  /** Position of the item in the feed, and of the field among the item's. */
  position: number
  number: number
  /** Identifier of the catalog item; '' if there is none. */
  item: string
  /** Keys of the field in the sent item, and its labels; JSON. */
  keys: Json
  labels: Json
  /** 'waiting', 'left-out', 'otherwise' or 'later'. */
  state: string
  /** The sent and the shown value as text; a long one is cut, and ends with an ellipsis. '' for none. */
  sent: string
  found: string
}

export interface ImportCorrectionRow {
  job: number
  line: number
  /** the cells with their columns */
  cells: Json
}

export interface ImportDraftRow {
  job: number
  kind: string
  draft: string
}

export interface ImportGtinRow {
  job: number
  /** Pairs of 64-bit floats, one for each row that a step accepted: the GTIN as a number, and its line. */
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
  /** 1: the file was only read, nothing was imported. */
  dry: number
  /** The result of each column, as JSON; null until the job has ended. */
  report: string | null
  /** The mapping of rows to items, as JSON, so that a corrected row is converted the same way; null until it is known. */
  plan: string | null
  /** The draft that received the rows. It may have been queued or deleted since. */
  through: number | null
  /** Hash of the file when the import started; null for an import that cannot continue after an interruption. */
  sha256: string | null
  /** Options for reading the file that are not in the plan: sheet, encoding and separator. */
  chosen: Json | null
  left_out: number
  undone_at: number | null
}

export interface ImportMemoryRow {
  /** names of the columns in alphabetical order, as JSON */
  columns: string
  /** the mapping, and what to do with names that are in no list, as JSON */
  chosen: string
  /** milliseconds since the epoch */
  used_at: number
}

export interface ImportRejectedRow {
  job: number
  line: number
  code: string
  reason: string
  /** the row as it was read, shortened */
  raw: string
  /** The cells with their columns, as last corrected, as JSON; null if there are too many to keep. */
  cells: string | null
  /** The column that caused the rejection, if it is a single one. */
  fault: string | null
  edited: number
  revision: number
}

export interface ImportRejectedStepRow {
  job: number
  number: number
  label: string
  /** The cells of each row before and after the step, as JSON. */
  changes: Json
  undone: number
}

export interface ImportRowRow {
  job: number
  line: number
  class: 'new' | 'changed' | 'unchanged'
  /** padded to 14 digits */
  gtin: string
  title: string
  /** Identifier of the catalog item; '' for a new one. */
  about: string
  /** The fields that differ from the catalog, as JSON. */
  fields: Json
  /** Number of these fields that a feed of each kind can change, as JSON. */
  carried: Json
}

export interface ItemRow {
  seq: number
  id: string
  /** hash of the body, to detect changed records */
  hash: Buffer
  status: string
  name: string
  /** brand of the first product; its name if it has no identifier */
  brand_id: string
  brand: string
  manufacturer_id: string
  manufacturer: string
  /** first product code, as given */
  code: string
  /** lastUpdated, milliseconds since the epoch */
  updated_at: number
  /** lastUpdated, as given */
  updated: string
  created_at: number
  verified: number
  /** net content with its unit, for display */
  size: string
}

export interface ItemAbsenceRow {
  item: number
  /** when the service last sent the item, milliseconds since the epoch */
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
  /** origin of the newer version */
  origin: number | null
  /** when the newer version was received, milliseconds since the epoch */
  received_at: number
  /** numbers of item_field, in the order of their paths */
  fields: Json
  /** hash of the body of the earlier version */
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
  /** padded to 14 digits for comparison; null when the code is no GTIN */
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
  /** 1: the service lists the item as verified; the record itself lacks this */
  verified: number
  /** projection: offsets of the elements in the body */
  outline: Buffer
  body: Buffer
}

export interface ItemEarlierRow {
  change: number
  /** null: compressed without a dictionary */
  dictionary: number | null
  /** bytes of the uncompressed body */
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
  /** change number at the end of the transaction */
  changed: number
}

export interface ItemFieldRow {
  number: number
  /** path in the record, without positions */
  path: string
}

export interface ItemGoneRow {
  origin: number
  /** item_document.seq */
  item: number
  /** when the service last sent the item, milliseconds since the epoch */
  received_at: number
}

export interface ItemOriginRow {
  number: number
  kind: string
  /** identifier of the run, feed or job */
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

export interface ItemScoreStateRow {
  only: 1
  /** Scores of another generation are not valid; 0: no score is. */
  generation: number
  /** The requirements that this generation is counted by, and the role of the workspace; JSON. */
  basis: string
  /** Change number up to which changed items are scored; -1: no count has ended. */
  scanned: number
  /** Change numbers of the other data that the last complete count has used; JSON. */
  as_of: string
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
  /** the name without case and accents, for searching */
  folded: string
  /** identifier of the parent category; '' for none */
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

export interface NameDecisionRow {
  /** a kind of name of an import, or the path of a field of a feed */
  kind: string
  /** as spelled in the file or the draft */
  name: string
  choice: Json
  /** milliseconds since the epoch */
  decided_at: number
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
  /** 1: a person let later feeds go ahead. */
  released: number
}

export interface OutboxRow {
  only: 1
  paused: number
  /** Whether the last contact succeeded; null before the first. */
  reachable: number | null
  reason: string | null
  needs_credentials: number
  /** Nothing is sent before this time, milliseconds since the epoch. */
  hold_until: number | null
  /** Identity of the workspace; null until it first sends. A copy has the same until it sends itself. */
  instance: string | null
  /** Number of sends started since the workspace was created. */
  sendings: number
  /** The connected service: address and user name, separated by a space. Null until one is connected. */
  service: string | null
}

export interface PersonRow {
  /** Name to sign in with. */
  name: string
  /** Name for comparisons: case and Unicode form do not count. */
  name_key: string
  role: string
  /** scrypt of the password with parameters and salt; null: no sign-in by password. */
  password: string | null
  /** Issuer and subject of OpenID Connect after the first sign-in with it. */
  subject: string | null
  disabled: 0 | 1
  /** Milliseconds since the epoch. */
  made_at: number
  /** Null before the first sign-in. */
  signed_in_at: number | null
}

export interface PersonSessionRow {
  /** SHA-256 of the secret, base64url. */
  hash: string
  /** SHA-256 of the key for pictures, base64url. */
  picture_hash: string
  person: string
  /** Milliseconds since the epoch. */
  made_at: number
  /** Last use, to the hour. */
  used_at: number
}

export interface PictureRow {
  address: string
  /** null until the picture is fetched */
  sha256: string | null
  mime_type: string | null
  /** pixels */
  width: number | null
  height: number | null
  bytes: number | null
  attempts: number
  /** message of the last failed attempt */
  error: string | null
  /** milliseconds since the epoch */
  changed_at: number
  /** a few blurred pixels as WebP; kept when the file is deleted */
  placeholder: Buffer | null
  /** longest side in pixels; null for an original */
  reduced_to: number | null
  /** 1: not downloaded for lack of space, until it is requested */
  left_out: number
  /** number of the last sweep that found the address in a record */
  named_in: number
  /** not retried before, milliseconds since the epoch; null: at once */
  retry_at: number | null
  /** identifier of the item that it was fetched for */
  failed_item: string | null
  /** lastUpdated of that item's record at that time */
  failed_record: number | null
  /** host that the connection does not allow */
  refused_host: string | null
  is_added: number
}

export interface PictureFileRow {
  sha256: string
  bytes: number
  /** milliseconds since the epoch; the least recently used is deleted first */
  used_at: number
  /** bytes of the thumbnail; 0 while there is none */
  thumbnail_bytes: number
  /** bytes of the preview; 0 while there is none */
  preview_bytes: number
}

export interface PictureReadingRow {
  sha256: string
  kind: string
  /** Version of the reader; a reading of another version is made again. */
  version: number
  /** JSON; null if the picture could not be read. */
  result: Json | null
  /** Code and message; null if the picture was read. */
  failure_code: string | null
  failure: string | null
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
  /** item_document.seq up to which everything is rebuilt */
  through: number
  /** highest item_document.seq at the start; later items need no rebuild */
  last: number
  /** items rebuilt so far */
  items: number
  /** items whose document cannot be read */
  damaged: number
  /** milliseconds since the epoch */
  begun_at: number
  ended_at: number | null
}

export interface ReceivedFeedRow {
  /** order of processing */
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
  /** product code in the path of an update; '' for other feeds */
  upc: string
}

export interface ReceivedFeedItemRow {
  feed: number
  position: number
  product_code: string
  status: string
  /** a list */
  errors: Json
  remarks: string
}

export interface ReceivedFeedPayloadRow {
  feed: number
  position: number
  /** the parsed item as JSON */
  payload: string
  /** position of the last earlier item of the feed with one of the same GTINs */
  twin: number | null
}

export interface RefusedRuleRow {
  /** As in outbox.service; '' if none was connected. */
  service: string
  /** Code of the warning, and its field without positions. */
  code: string
  field: string
  /** The refused feed, and when it was refused. */
  feed: string
  feed_name: string
  feed_name_parts: Json | null
  refused_at: number
}

export interface ReplicaChangeRow {
  number: number
  /** 'item', 'picture', or the kind of a lookup. */
  kind: string
  key: string
}

export interface ReplicaLogRow {
  only: 1
  /** A random name: numbers of another log mean something else. Copies of the database have none. */
  id: string
}

export interface ReplicaStateRow {
  only: 1
  /** The hub's log, and the last applied number of it. '' and 0 before the first answer. */
  log: string
  number: number
  /** Last number of the own log when a full copy began: what is not received after it is removed; null: no copy runs. */
  copy_after: number | null
  /** 1: the hub had further changes than those applied. */
  is_partial: number
  /** Users, conditions and the like, as the hub sent them; null before the first answer. */
  state: Json | null
}

export interface RequirementProfileRow {
  id: string
  /** format: src-shared/completeness/model.ts */
  content: Json
  /** milliseconds since the epoch */
  created_at: number
  updated_at: number
}

export interface RetailerContentRow {
  item: string
  /** '': content for every retailer */
  retailer: string
  /** the <retailer> element of a Content+ feed */
  xml: Buffer
  updated_at: number
  /** the <contentPlus> element of an item feed; null: xml holds everything */
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
  /** time of the last retry */
  tried_at: number | null
  task: Json
  /** parameters of the request */
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
  /** Where an interrupted run continues: RunProgress in src-main/sync/store/run-rows.ts, as JSON. */
  checkpoint: Json
  /** SyncPlan in src-shared/sync/model.ts, as JSON. */
  plan: Json | null
  /** The reason of a pause, and its end in milliseconds since the epoch, if known. */
  pause_reason: string | null
  pause_until: number | null
  /** The cause of a failure: one of syncFailures in src-shared/sync/model.ts. */
  failure: string | null
  /** Items that the service no longer lists, and items that it lists again, as this run found. */
  items_gone: number
  items_returned: number
  /** Pages put into quarantine. */
  set_aside: number
  /** The number of items that the service announced, and the number that it sent, if they differ. */
  items_said: number | null
  items_given: number | null
}

export interface SyncSeenRow {
  run: number
  /** 'items' or 'verified' */
  purpose: string
  /** item_document.seq */
  item: number
  slice: number
  pass: number
}

export interface SyncSliceRow {
  run: number
  /** slices begin in this order */
  number: number
  /** what is requested: SliceTask in src-main/sync/plan.ts */
  task: Json
  /** 'waiting', 'reading' or 'done' */
  state: string
  /** number of records, once it is known */
  total: number | null
  done: number
  /** where to continue: SliceReading in src-main/sync/plan.ts */
  reading: Json
}

export interface SyncWatermarkRow {
  only: 1
  /** Start of the last completed run, by this computer's clock, for display. */
  complete_at: number
  /** Latest lastUpdated that the run could have received, by the service's clock: the next run starts there. */
  updated_up_to: number
}

export interface TeamStateRow {
  only: 1
  /** The team, as its database names it. */
  team: string
  /** The last commit whose rows are here. */
  number: number
}
