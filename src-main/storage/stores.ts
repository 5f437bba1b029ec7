export { settingReader, settingWriter } from './setting-store.ts'
export { serveStores } from './storage-thread.ts'
