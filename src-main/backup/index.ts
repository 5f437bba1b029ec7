/**
 * Backups of a workspace: made while the workspace is in use, verified when made, deleted by a schedule, and
 * restored without overwriting anything. Owns the folders of backups; reads a workspace and never changes
 * one. Backups contain no passwords.
 */
export { makeArchive } from './archive/make-archive.ts'
export { previewArchive, restoreArchive } from './archive/open-archive.ts'
export { backupReader } from './backup-contents.ts'
export {
  backupsOf,
  listBackups,
  readManifest,
  slugOf,
  toBackup,
  verifyBackup,
} from './backup-folder.ts'
export { type Backups, createBackups } from './backups.ts'
export { type BackupSource, makeBackup } from './make-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export {
  finishReplacement,
  prepareReplacement,
  putAside,
  putInPlace,
  settleRestores,
} from './restore-in-place.ts'
export { rotate } from './rotation.ts'
