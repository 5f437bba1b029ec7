export { createDrafts, type DraftChange, type DraftErrorCode, type Drafts } from './drafts.ts'
export { draftChecker, type FileVerdict, fileJudge, judgeFile } from './drafts-checker.ts'
export { type NewDraft, openDraftTable } from './drafts-store.ts'
