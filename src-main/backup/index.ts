export { backupReader } from './backup-contents.ts'
export {
  backupsOf,
  folderNameOf,
  listBackups,
  readManifest,
  slugOf,
  toBackup,
  verifyBackup,
} from './backup-folder.ts'
export { type Backups, createBackups } from './backups.ts'
export { makeBackup } from './make-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export { rotate } from './rotation.ts'
