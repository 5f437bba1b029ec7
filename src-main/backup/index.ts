/**
 * Backups of a workspace: made while the workspace is in use, checked when they are made, removed by a plan, and restored
 * without overwriting anything. The room owns the folders of backups; it reads a workspace and never changes one. No
 * backup holds a password.
 */
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
export { makeBackup } from './make-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export {
  endInstead,
  prepareInstead,
  putAside,
  putInPlace,
  settleRestores,
} from './restore-instead.ts'
export { rotate } from './rotation.ts'
