export { backupReader } from './backup-contents.ts'
