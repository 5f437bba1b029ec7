import { workspaceSettings } from '../../src-shared/workspace/settings.ts'
import { openSettings, type SettingLog, type Settings } from '../platform/settings.ts'
import { settingReader, settingWriter } from './setting-store.ts'
import type { Storage } from './storage.ts'

/** What is chosen for one workspace, in its database. */
export type WorkspaceSettingsStore = Settings<typeof workspaceSettings>

export function openWorkspaceSettings(storage: Storage, log?: SettingLog): WorkspaceSettingsStore {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  return openSettings(
    workspaceSettings,
    {
      read: () => reader.all(),
      write: (values) => writer.set({ ...values }),
      subscribe: (listener) =>
        storage.changes.subscribe(({ changes }) => {
          if (changes.some(({ topic }) => topic === 'workspace')) listener()
        }),
    },
    log,
  )
}
