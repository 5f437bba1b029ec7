/**
 * The export room writes items, the content kept for retailers, and reports of feed results, to files. The room
 * owns no table, and the folder `exports` with files for the browser. An export is read a part at a time, as fast as the
 * file is written, so that a million items need little more memory than ten.
 */
export { createExports, type Exports } from './exports.ts'
export type { ExportProgress, OpenExport, OpenPictures } from './open-export.ts'
export type { PictureSource } from './pictures/picture-parts.ts'
