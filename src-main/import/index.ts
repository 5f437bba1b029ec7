/**
 * Imports product files: CSV, TSV and JSON Lines (gzipped or not), XLSX workbooks, and GDSN messages. Columns
 * are mapped to the ingest vocabulary, and rows are written to a sandbox's catalog or to drafts. Owns the
 * tables `import_*`.
 *
 * The format is detected by content. A workbook is read by `yauzl` (the archive, by its directory) and
 * `saxes` (its XML, in chunks) in a thread with a memory budget: libraries that read a workbook at once hold
 * it unpacked in memory, and turn its numbers into binary fractions. A GDSN message is split into trade
 * items, which `saxes` parses in such a thread, so that a broken item affects only itself. A number of a
 * workbook is read exactly, with the leading zeros of its number format; a code rounded by a spreadsheet is
 * rejected.
 *
 * Import is lenient where a feed is strict: a name and a valid GTIN are required, and everything else is
 * optional. A rejected row is stored with its cells and the reason, and can be corrected in place. The report
 * gives the reason for every value that is not in the result.
 */
export { fieldOfFeed, gtinPath, isNumeric } from './columns/import-fields.ts'
export { createImports, type Imports } from './imports.ts'
export { loadSample } from './sample.ts'
export { usableGtin } from './values/usable-gtin.ts'
