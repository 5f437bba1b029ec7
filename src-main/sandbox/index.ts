export { catalogFindings, openCatalogQuestions } from './catalog-questions.ts'
export { openPostedFeedCheck } from './check-posted-feed.ts'
export {
  contentPlusStatusOf,
  type FeedFamily,
  type FeedIntake,
  type FeedQuestion,
  FeedRefused,
  type FeedReport,
  type FeedReportItem,
  feedFamily,
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
