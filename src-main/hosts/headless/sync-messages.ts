import type { SyncRun, SyncState } from '../../../src-shared/sync/model.ts'
import { counted } from '../../../src-shared/texts/say.ts'

/** The lines that commands print about a sync run. */
export function syncWords(run: SyncRun, { items }: Pick<SyncState, 'items'>): string[] {
  const counts = [
    `${run.itemsNew} new`,
    `${run.itemsChanged} changed`,
    `${run.itemsUnchanged} unchanged`,
    ...(run.itemsGone > 0 ? [`${run.itemsGone} no longer listed (kept)`] : []),
    ...(run.itemsReturned > 0 ? [`${run.itemsReturned} listed again`] : []),
  ].join(', ')
  return [
    `Sync ${run.outcome}: ${counts}; ${counted(items, 'item')} in the catalog.`,
    ...(run.note ? [run.note] : []),
  ]
}
