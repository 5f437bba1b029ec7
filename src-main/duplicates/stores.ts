export { scanReader } from './scan-store.ts'
export { markReader, markWriter } from './mark-store.ts'
export { signReader, signWriter } from './hash-store.ts'
