/**
 * The duplicates room: items of the catalog that may be one product. It owns the tables `picture_signs` and
 * `not_duplicates`; what a look finds is kept in memory until the next one. What makes two items alike is
 * src-shared/duplicates; pictures come from the media room.
 */
export { createDuplicates, type Duplicates } from './duplicates.ts'
