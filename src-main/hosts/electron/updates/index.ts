/**
 * Updates of the app by electron-updater: found on the server that the build names, checked, downloaded and
 * installed when the person wants it. A new version that does not show its page is replaced by the version
 * before, with the databases as they were.
 */
export { openAppUpdates } from './app-updates.ts'
export { createTrial } from './trial.ts'
export { openUpdateRecord } from './update-record.ts'
export type { Updates } from './updates.ts'
