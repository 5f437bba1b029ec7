export { answerReader, pageReader } from './store/page-keeper.ts'
export { syncReader } from './store/sync-reader.ts'
export { syncWriter } from './store/sync-writer.ts'
