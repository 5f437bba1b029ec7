export { historyReader } from './history-reader.ts'
