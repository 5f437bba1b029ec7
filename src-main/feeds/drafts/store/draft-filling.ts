import type { WriterContext } from '../../../storage/index.ts'
import type { ItemState } from '../make/item-change.ts'
import { openDraftItems } from './draft-items.ts'
import { type NewDraft, openDraftTable } from './draft-table.ts'

/**
 * Creates drafts and appends items to them, inside a transaction of any writer store. Both belong to the
 * initial content and are no undo step.
 */
export function openDraftFilling(context: WriterContext) {
  const table = openDraftTable(context)
  const items = openDraftItems(context)
  return {
    create: (draft: NewDraft): void => void table.create(draft),
    /** @throws if there is no such draft */
    append(id: string, states: readonly ItemState[]): void {
      items.append(id, table.existing(id).kind, states)
      table.touch(id)
      table.recount(id)
    },
  }
}
