/**
 * The service of a sandbox: it takes posted feeds (by the schema), ingests each item (by the business rules and the
 * catalog, in one transaction with the result), and keeps Content+ for retailers. The room owns the tables
 * `received_feed`, `received_feed_item`, `received_feed_payload` and `retailer_content`. Drafts and imports too use the
 * functions here that make a record of a feed's item and check an item against the catalog.
 */
export { catalogFindings } from './catalog-findings.ts'
export { openPostedFeedCheck } from './check-posted-feed.ts'
export {
  contentPlusStatusOf,
  type FeedIntake,
  type FeedQuestion,
  type FeedReport,
  type FeedReportItem,
  feedRefused,
  itemStatusOf,
  refusalWords,
} from './feed-intake.ts'
export { createIngestion } from './ingestion.ts'
export { recordBytes, recordValue, timestamp } from './record-from-ingest.ts'
export {
  appendContent,
  type Combine,
  contentOfFeedRetailer,
  contentOfIngestItem,
  everyRetailer,
  feedRetailerOf,
  mergeContent,
  mergeTexts,
  openKeptContent,
  openRetailerContentValues,
  type RetailerContent,
  retailerContentReader,
  textsOutsideFeed,
} from './retailer-content.ts'
export { sandboxTarget } from './sandbox-target.ts'
