export { draftChecker } from './check/drafts-checker.ts'
export { fileJudge } from './check/judge-file.ts'
export { draftReader } from './store/draft-reader.ts'
export { draftWriter } from './store/draft-writer.ts'
