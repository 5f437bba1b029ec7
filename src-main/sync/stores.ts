export { answerReader, pagePreparer } from './foreign-documents.ts'
export { syncReader } from './sync-reader.ts'
export { syncWriter } from './sync-writer.ts'
