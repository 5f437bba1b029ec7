/**
 * Drafts: feeds being written. A draft holds any number of items, each stored, changed, checked and undone
 * separately; unreadable input is kept as typed. The sent bytes are exactly the checked ones. This room owns
 * the tables `draft` and `draft_*`, the initial content of drafts, and the checks of items against the
 * catalog and earlier feeds.
 */

export { type FileCheck, openFileCheck, validateFile } from './check/check-draft-file.ts'
export { draftChecker } from './check/drafts-checker.ts'
export type { ItemRemarks } from './check/item-remarks.ts'
export { fieldOfRefusal } from './check/refusal-field.ts'
export { createDrafts, type Drafts } from './drafts.ts'
export { type DraftErrorCode, invalidMessage } from './drafts-refusal.ts'
export type { FeedLimits, FeedToSend } from './make/compose-feeds.ts'
export type { ItemState } from './make/item-change.ts'
export { canCarry, type MergedItem, openMergedItems, stateOfMerged } from './make/merged-item.ts'
export { presenceAmong } from './presence/among-hosts.ts'
export { createPresence, type Presence } from './presence/presence.ts'
export { createReview, type Review } from './review/review.ts'
export { allowed, type ReviewErrorCode } from './review/review-refusal.ts'
export { openDraftFilling } from './store/draft-filling.ts'
export { type NewDraft, openDraftTable } from './store/draft-table.ts'
export { nameColumns, namedIn } from './store/name-columns.ts'
export { openRefusedRules, type RuleAtField, readRefusedRules } from './store/refused-rules.ts'
