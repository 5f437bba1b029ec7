export { answerReader, pageReader } from './store/answer-keeping.ts'
export { syncReader } from './store/sync-reader.ts'
export { syncWriter } from './store/sync-writer.ts'
