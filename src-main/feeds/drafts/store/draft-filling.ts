import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { statesOf } from '../make/item-change.ts'
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
    append(id: string, values: readonly PayloadItem[]): void {
      items.append(id, table.existing(id).kind, statesOf(values))
      table.touch(id)
      table.recount(id)
    },
  }
}
