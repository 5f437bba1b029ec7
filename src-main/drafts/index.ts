/**
 * Drafts: feeds being written. The payload of a draft is XML from the first keystroke, saved as it stands, mistakes and all;
 * checks only tell. What is frozen for sending is exactly what was saved. The room owns the table `draft`, what a draft
 * begins with, and what the catalog and earlier feeds say about a payload.
 */
export { createDrafts, type DraftChange, type DraftErrorCode, type Drafts } from './drafts.ts'
export { draftChecker, type FileVerdict, fileJudge, judgeFile } from './drafts-checker.ts'
export { type NewDraft, openDraftTable } from './drafts-store.ts'
