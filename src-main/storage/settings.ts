import { screenSettings, workspaceSettings } from '../../src-shared/workspace/settings.ts'
import { openSettings, type SettingLog, type Settings } from '../platform/settings.ts'
import { settingReader, settingWriter } from './setting-store.ts'
import type { Storage } from './storage.ts'

/** The settings of one workspace, in its database. */
export type WorkspaceSettingsStore = Settings<typeof workspaceSettings>

export function openWorkspaceSettings(storage: Storage, log?: SettingLog): WorkspaceSettingsStore {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  return openSettings(
    workspaceSettings,
    {
      read: () => reader.all(),
      // The remembered state of a screen concerns no other screen and is written often, so it is not
      // published.
      write: (values) =>
        writer.set({ ...values }, { tell: Object.keys(values).some((key) => !(key in screenSettings)) }),
      subscribe: (listener) =>
        storage.changes.subscribe(({ changes }) => {
          if (changes.some(({ topic }) => topic === 'workspace')) listener()
        }),
    },
    log,
  )
}
