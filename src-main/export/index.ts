/**
 * Exports items, retailer content, and reports of feed results to files. Owns no table, but the folder
 * `exports` with files for the browser. An export is read one part at a time, as fast as the file is written,
 * so that a million items need little more memory than ten.
 */
export { columnsWithNutrition } from './csv-table.ts'
export { createExports, type Exports } from './exports.ts'
export type { ExportProgress, OpenExport, OpenPictures } from './open-export.ts'
export type { PictureSource } from './pictures/picture-parts.ts'
