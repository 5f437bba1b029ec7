export { qualityReader } from './quality-store.ts'
