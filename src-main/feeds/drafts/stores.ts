export { fileJudge } from './check/check-draft-file.ts'
export { draftChecker } from './check/drafts-checker.ts'
export { draftReader } from './store/draft-reader.ts'
export { draftWriter } from './store/draft-writer.ts'
