import type { SyncSettings } from '../../src-shared/sync/model.ts'
import type { SettingLog } from '../platform/settings.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'

/** Reads and writes the sync settings of this workspace. */
export function openSyncSettings(storage: Storage, log?: SettingLog) {
  const settings = openWorkspaceSettings(storage, log)
  return {
    read: async (): Promise<SyncSettings> => (await settings.read()).sync,
    write: (sync: SyncSettings): Promise<void> => settings.write({ sync }),
  }
}
