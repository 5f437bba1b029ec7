export { draftReader } from './draft-reader.ts'
export { draftWriter } from './draft-writer.ts'
export { draftChecker } from './drafts-checker.ts'
export { fileJudge } from './judge-file.ts'
