export { feedChecker } from './check-posted-feed.ts'
export { ingestionWriter } from './ingestion-writer.ts'
export { receivedFeedReader } from './received-feed-store.ts'
export { retailerContentReader } from './retailer-content.ts'
