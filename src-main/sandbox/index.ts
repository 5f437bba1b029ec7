/**
 * The service that a sandbox is: which posted feeds it takes (by the schema), what becomes of each item (by the business
 * rules and the catalog, in one transaction with its result), and the Content+ it keeps for retailers. The room owns the
 * tables `received_feed`, `received_feed_item`, `received_feed_payload` and `retailer_content`. What makes a record of a
 * feed's item, and what only the catalog can find wrong with one, is here for drafts and imports as well.
 */
export { catalogFindings, openCatalogQuestions } from './catalog-questions.ts'
export { openPostedFeedCheck } from './check-posted-feed.ts'
export {
  contentPlusStatusOf,
  type FeedFamily,
  type FeedIntake,
  type FeedQuestion,
  type FeedReport,
  type FeedReportItem,
  feedFamily,
  feedRefused,
  itemStatusOf,
  kindsOfFamily,
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
  mergeContent,
  mergeTexts,
  openKeptContent,
  openRetailerContentValues,
  type RetailerContent,
  retailerContentReader,
} from './retailer-content.ts'
