import type { Storage } from '../../storage/index.ts'
import { syncReader } from '../../sync/index.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'
import type { CopyState, CopyStateOf } from '../server/copy-state.ts'
import { newestItemReader } from '../server/newest-item.ts'

/** How current a connected workspace's copy is, by the last sync that was completed. Asked for every answer: kept until something changes. */
export function createCopyState(storage: Storage, settings: WorkspaceSettingsAccess): CopyStateOf {
  const sync = storage.reader(syncReader)
  const newest = storage.reader(newestItemReader)
  let asOf = ''
  let known: Promise<CopyState | undefined> = Promise.resolve(undefined)

  const find = async (): Promise<CopyState | undefined> => {
    if ((await settings.read()).role !== 'connected') return undefined
    const watermark = await sync.watermark()
    if (!watermark) return undefined
    return { confirmedAt: watermark.completeAt, changedAt: await newest.updatedAt() }
  }
  return () => {
    const now = (['workspace', 'sync', 'items'] as const)
      .map((topic) => storage.changeNumber(topic))
      .join(' ')
    if (now !== asOf) {
      asOf = now
      known = find()
      // A failed question is asked again with the next answer.
      known.catch(() => {
        asOf = ''
      })
    }
    return known
  }
}
