/**
 * Drafts: feeds being written. A draft holds any number of items, each stored, changed, checked and undone on its own;
 * what cannot be read is kept as it was typed. What is sent is byte by byte what was checked. The room owns the tables
 * `draft` and `draft_*`, what a draft begins with, and what the catalog and earlier feeds say about an item.
 */
export type { FeedLimits, FeedToSend } from './compose-feeds.ts'
export { openDraftFilling } from './draft-filling.ts'
export { type NewDraft, openDraftTable } from './draft-table.ts'
export { createDrafts, type Drafts } from './drafts.ts'
export { draftChecker } from './drafts-checker.ts'
export { type DraftErrorCode, invalidMessage } from './drafts-refusal.ts'
export type { ItemRemarks } from './item-remarks.ts'
export { type FileVerdict, judgeFile, openFileJudge } from './judge-file.ts'
export { nameColumns, namedIn } from './name-columns.ts'
export { fieldOfRefusal } from './refusal-field.ts'
export { openRefusedRules, type RuleAtField, readRefusedRules } from './refused-rules.ts'
