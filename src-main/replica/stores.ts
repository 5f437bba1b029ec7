export { copyReader, copyWriter } from './copy-store.ts'
