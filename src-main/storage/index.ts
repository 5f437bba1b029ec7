export { type Apart, openApart } from './apart.ts'
export { openChangeNumbers } from './change-number.ts'
export { type ProcessLock, takeProcessLock } from './process-lock.ts'
export { settingReader, settingWriter } from './setting-store.ts'
export { openWorkspaceSettings, type WorkspaceSettingsStore } from './settings.ts'
export {
  databaseFile,
  makeFolder,
  openForReading,
  openStorage,
  type Storage,
  slowStatementMessage,
} from './storage.ts'
export {
  type Database,
  defineApart,
  defineReader,
  defineWriter,
  type ReaderContext,
  type Remote,
  type WriterContext,
} from './store.ts'
export { StoreError, toStoreError } from './store-error.ts'
export { isReadOnlyDisk, type WayToOpen } from './ways-to-open.ts'
export { windowStart } from './window-start.ts'
