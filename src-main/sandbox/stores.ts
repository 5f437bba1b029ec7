export { feedChecker } from './ingestion-check.ts'
export { ingestionWriter } from './ingestion-writer.ts'
export { receivedFeedReader } from './received-feed-store.ts'
export { retailerContentReader } from './retailer-content-reader.ts'
