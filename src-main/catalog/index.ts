/**
 * The catalog: items and lookups of this workspace. Each item is stored as the received bytes (`scan/` parses
 * them). Columns, codes and the full-text index are a projection of these bytes (`project/`), which a rebuild
 * recreates (`rebuild/`). `search/` finds items; `answer/` answers the searches of the service API. An item
 * is kept when the service no longer lists it.
 */
export { cacheAnswers } from './answer/answer-cache.ts'
export { spliceMedia } from './answer/answer-parts.ts'
export type { FoundItems, ItemAnswer } from './answer/item-answers.ts'
export { itemPieceReader } from './answer/item-answers.ts'
export type { ItemBodies, ItemQuery } from './answer/item-query.ts'
export { type GtinRecord, openCatalogQueries, type PlacedCode } from './catalog-queries.ts'
export { catalogReader } from './catalog-reader.ts'
export { catalogWriter, openCatalogWriter, type PutItem } from './catalog-writer.ts'
export { categoryReader } from './categories/category-store.ts'
export { openItemAbsence } from './item-absence.ts'
export { openItemMedia } from './item-media.ts'
export { openNearEntries } from './near-entries.ts'
export { dayBounds, instant } from './project/instant.ts'
export {
  type ItemScore,
  openCompletenessOf,
  openItemScores,
  openItemsToScore,
  openScoreState,
  type ScoreState,
} from './project/item-scores.ts'
export {
  type ItemAnswerDocument,
  projectPage,
  readApart,
} from './project/projected-page.ts'
export type { RebuildMark } from './rebuild/rebuild.ts'
export { runRebuild } from './rebuild/rebuild.ts'
export { refusedFor } from './scan/canonical-xml.ts'
export { needsPreparation } from './scan/item-page.ts'
export { Declined, scanPage } from './scan/item-scanner.ts'
export { prepareItemPage } from './scan/prepare-page.ts'
export type { ItemProblem } from './scan/scanned-item.ts'
export { openKnownWords } from './search/words/known-words.ts'
export { openUsualManufacturer } from './usual-manufacturer.ts'
