export { exportReader } from './export-reader.ts'
export { xlsxWriter } from './xlsx-table.ts'
