export { exportReader } from './export-reader.ts'
export { pdfWriter } from './pdf/pdf-writer.ts'
