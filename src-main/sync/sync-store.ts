/** The two stores of the sync room, for the storage threads. */
export { syncReader } from './sync-reader.ts'
export { syncWriter } from './sync-writer.ts'
