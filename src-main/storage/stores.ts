export { settingReader, settingWriter } from './setting-store.ts'
export { serveStores } from './threads/storage-thread.ts'
