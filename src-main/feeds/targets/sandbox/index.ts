/**
 * The service of a sandbox: it accepts posted feeds (by schema), ingests each item (by business rules and
 * catalog, in one transaction with its result), and stores Content+ for retailers. This room owns the tables
 * `received_feed`, `received_feed_item`, `received_feed_payload` and `retailer_content`. Drafts and imports
 * also use its functions that convert a feed item into a record and check it against the catalog.
 */
export { catalogFindings } from './catalog-findings.ts'
export { openPostedFeedCheck } from './check-posted-feed.ts'
export {
  type FeedIntake,
  type FeedQuestion,
  feedRefused,
  refusalWords,
} from './feed-intake.ts'
export { createIngestion } from './ingestion.ts'
export { recordBytes, recordValue, timestamp } from './record-from-ingest.ts'
export {
  appendContent,
  type Combine,
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
