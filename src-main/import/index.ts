/**
 * The import room: reads files of products (CSV, TSV, JSON Lines, gzipped or not), maps their columns onto the ingest
 * vocabulary, and brings the rows into a sandbox's catalog or into drafts. It owns the tables of migration 7. What a
 * file is, is decided by its content. Import is lenient where a feed is not: a name and a valid GTIN are required, the
 * rest is taken as it is. A row that cannot be taken is kept with its line and the reason; of every value that is not in
 * the outcome the report says why.
 */
export { gtinPath } from './columns/import-fields.ts'
export { createImports, type Imports } from './imports.ts'
export { loadSample } from './sample.ts'
export { mainCategory } from './values/read-category.ts'
export { usableGtin } from './values/usable-gtin.ts'
