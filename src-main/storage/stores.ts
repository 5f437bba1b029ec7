export { settingReader, settingWriter } from './setting-store.ts'
export { spaceReader, spaceWriter } from './space-store.ts'
export { serveStores } from './threads/storage-thread.ts'
