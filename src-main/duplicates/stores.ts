export { scanReader } from './look-store.ts'
export { markReader, markWriter } from './mark-store.ts'
export { signReader, signWriter } from './sign-store.ts'
