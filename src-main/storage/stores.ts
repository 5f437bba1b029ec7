export { settingReader, settingWriter } from './settings.ts'
export { serveStores } from './storage-thread.ts'
