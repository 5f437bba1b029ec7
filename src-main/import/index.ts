/**
 * The import room: reads files of products (CSV, TSV, JSON Lines, gzipped or not; workbooks in XLSX; GDSN messages), maps their columns
 * onto the ingest vocabulary, and brings the rows into a sandbox's catalog or into drafts. It owns the tables
 * `import_*`. What a file is, is decided by its content. A workbook is read by `yauzl` (the archive, by its
 * directory) and `saxes` (its XML, piece by piece) in a thread with a budget: libraries that read a whole workbook at
 * once hold it unpacked in memory, and make binary fractions of its numbers. A GDSN message is cut into its trade items,
 * each of which `saxes` reads in such a thread: a broken one costs only itself. A number of a workbook is taken exactly, with
 * the zeros in front that its format shows; a code that a spreadsheet has rounded is refused as that. Import is lenient where a feed is not: a name and a valid GTIN are required, the
 * rest is taken as it is. A row that cannot be taken is kept with its cells and the reason, to be mended in place; of every value that is not in
 * the outcome the report says why.
 */
export { gtinPath } from './columns/import-fields.ts'
export { createImports, type Imports } from './imports.ts'
export { loadSample } from './sample.ts'
export { mainCategory } from './values/read-category.ts'
export { usableGtin } from './values/usable-gtin.ts'
