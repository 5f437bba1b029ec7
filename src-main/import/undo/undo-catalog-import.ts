import type { UndoneItems } from '../../../src-shared/import/model.ts'
import type { Remote } from '../../storage/index.ts'
import type { importWriter } from '../jobs/import-writer.ts'
import type { undoWriter } from './undo-store.ts'

interface UndoTools {
  undoing: Remote<ReturnType<(typeof undoWriter)['open']>>
  writer: Remote<ReturnType<(typeof importWriter)['open']>>
}

/**
 * Undoes an import into the catalog, in steps of one transaction each: removes the items that it added, and
 * restores those that it changed. If the program ends before the last step, the import can be undone again.
 */
export async function undoCatalogImport(id: string, { undoing, writer }: UndoTools): Promise<UndoneItems> {
  const undone: UndoneItems = { removed: 0, restored: 0, kept: [] }
  let next: Parameters<UndoTools['undoing']['step']>[1] | undefined = { list: 'added', after: 0 }
  while (next) {
    const step: Awaited<ReturnType<UndoTools['undoing']['step']>> = await undoing.step(id, next)
    undone.removed += step.removed
    undone.restored += step.restored
    undone.kept.push(...step.kept)
    next = step.next
  }
  await writer.markUndone(id)
  return undone
}
