/**
 * The export room: takes items and the content kept for retailers out of a workspace as files. It owns no table, and
 * the folder `exports`, where files stand until the browser has fetched them. It reads a part at a time, as fast as
 * the file is written, so that a million items need no more memory than ten.
 */
export type { ExportProgress } from './export-parts.ts'
export { createExports, type Exports } from './exports.ts'
