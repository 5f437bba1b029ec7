export type { ExportProgress } from './export-parts.ts'
export { createExports, type Exports } from './exports.ts'
