export { exportReader } from './export-reader.ts'
