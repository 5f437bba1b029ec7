export { draftChecker, fileJudge } from './drafts-checker.ts'
export { draftReader, draftWriter } from './drafts-store.ts'
