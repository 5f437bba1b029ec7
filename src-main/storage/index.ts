/**
 * Storage: one SQLite file per workspace, with one writing thread and several reading threads, so that the
 * main thread never waits for the disk. Rooms define their tables in migrations and their queries in stores.
 * Row types are generated from the migrated database.
 */

export { openChangeNumbers } from './change-number.ts'
export { copyDatabase } from './copy-database.ts'
export {
  itemsInDrafts,
  itemsInOutbox,
  itemsWithChangedRecord,
  retailersInDrafts,
} from './joins/feeds-and-catalog.ts'
export { openItemFindings, openItemsWithFindings } from './joins/findings-of-items.ts'
export { openTextsOfFeeds, type TextRange } from './joins/texts-of-feeds.ts'
export { openTrailIndex } from './joins/trail-of-feeds.ts'
export { isReadOnlyDisk, type OpenMode } from './open-mode.ts'
export { type ErrorShape, errorFromShape, errorToShape, toPlainError } from './plain-failures.ts'
export { acquireProcessLock, type ProcessLock } from './process-lock.ts'
export { reclaimSpace, spaceOf } from './reclaim-space.ts'
export { checkSchema } from './schema/check-schema.ts'
export { needsMigration } from './schema/needs-migration.ts'
export type * from './schema/rows.ts'
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
  type CamelCase,
  type Database,
  defineReader,
  defineThreadFunctions,
  defineWriter,
  type ReaderContext,
  type Remote,
  type WriterContext,
  windowStart,
} from './store.ts'
export { compareWithTeam, leaveTeam, type TeamCounts } from './team/membership.ts'
export type { TeamAddress } from './team/team-database.ts'
export { type AnsweringStorage, openAnsweringStorage } from './threads/answering-storage.ts'
export { type Apart, openApart } from './threads/endable-thread.ts'
export type { RoomModules } from './threads/room-stores.ts'
export { createBytePool, freeBytes, poolOf, releaseBytes, retainBytes } from './threads/shared-bytes.ts'
