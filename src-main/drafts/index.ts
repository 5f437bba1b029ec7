export { createDrafts, type DraftChange, type DraftErrorCode, type Drafts } from './drafts.ts'
export { draftChecker } from './drafts-checker.ts'
export { type NewDraft, openDraftTable } from './drafts-store.ts'
export { type FileVerdict, fileJudge, judgeFile } from './judge-file.ts'
