import { type SyncSettings, syncSettings } from '../../src-shared/sync/model.ts'
import type { Storage } from '../storage/index.ts'
import { settingReader, settingWriter } from '../storage/index.ts'

/** The key of the settings table. */
const key = 'sync'

/** How this workspace syncs, as a person chose; what was not chosen is as the contract says. */
export function openSyncSettings(storage: Storage) {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  return {
    async read(): Promise<SyncSettings> {
      const kept = syncSettings.safeParse((await reader.get(key)) ?? {})
      return kept.success ? kept.data : syncSettings.parse({})
    },
    write: (settings: SyncSettings): Promise<void> => writer.set({ [key]: syncSettings.parse(settings) }),
  }
}
