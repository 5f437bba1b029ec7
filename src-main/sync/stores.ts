export { answerReader, pagePreparer } from './page-keeper.ts'
export { syncReader } from './sync-reader.ts'
export { syncWriter } from './sync-writer.ts'
