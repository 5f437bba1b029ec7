/**
 * Drafts: feeds being written. A draft holds any number of items, each stored, changed, checked and undone on its own;
 * what cannot be read is kept as it was typed. What is sent is byte by byte what was checked. The room owns the tables
 * `draft` and `draft_*`, what a draft begins with, and what the catalog and earlier feeds say about an item.
 */

export { draftChecker } from './check/drafts-checker.ts'
export type { ItemRemarks } from './check/item-remarks.ts'
export { type FileVerdict, judgeFile, openFileJudge } from './check/judge-file.ts'
export { fieldOfRefusal } from './check/refusal-field.ts'
export { createDrafts, type Drafts } from './drafts.ts'
export { type DraftErrorCode, invalidMessage } from './drafts-refusal.ts'
export type { FeedLimits, FeedToSend } from './make/compose-feeds.ts'
export { openDraftFilling } from './store/draft-filling.ts'
export { type NewDraft, openDraftTable } from './store/draft-table.ts'
export { nameColumns, namedIn } from './store/name-columns.ts'
export { openRefusedRules, type RuleAtField, readRefusedRules } from './store/refused-rules.ts'
