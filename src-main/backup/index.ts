export { backupReader } from './backup-contents.ts'
export {
  BackupError,
  backupsOf,
  folderNameOf,
  listBackups,
  readManifest,
  slugOf,
  toBackup,
} from './backup-folder.ts'
export { type Backups, createBackups } from './backups.ts'
export { makeBackup } from './make-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export { rotate } from './rotation.ts'
export { verifyBackup } from './verify-backup.ts'
