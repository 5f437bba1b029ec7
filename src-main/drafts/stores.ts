export { draftChecker } from './drafts-checker.ts'
export { draftReader, draftWriter } from './drafts-store.ts'
export { fileJudge } from './judge-file.ts'
