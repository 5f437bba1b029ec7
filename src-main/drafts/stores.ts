export { draftReader } from './draft-reader.ts'
export { draftWriter } from './draft-writer.ts'
export { draftChecker, fileJudge } from './drafts-checker.ts'
