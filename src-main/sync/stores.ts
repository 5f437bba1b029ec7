export { answerReader, pagePreparer } from './keep-answer.ts'
export { syncReader } from './sync-reader.ts'
export { syncWriter } from './sync-writer.ts'
