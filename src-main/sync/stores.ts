export { answerReader, pagePreparer } from './foreign-documents.ts'
export { syncReader, syncWriter } from './sync-store.ts'
