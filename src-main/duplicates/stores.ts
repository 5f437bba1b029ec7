export { signReader, signWriter } from './hash-store.ts'
export { markReader, markWriter } from './mark-store.ts'
export { scanReader } from './scan-store.ts'
