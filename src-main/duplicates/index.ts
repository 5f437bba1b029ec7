/**
 * Finds catalog items that may be the same product. Owns the tables `picture_signs` and `not_duplicates`; the
 * result of a scan is kept in memory until the next one. src-shared/duplicates defines the similarity of
 * items; pictures are read from the media module.
 */
export { createDuplicates, type Duplicates } from './duplicates.ts'
