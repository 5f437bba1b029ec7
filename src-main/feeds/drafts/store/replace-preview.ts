import { cellOf } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { replacement } from '../../../../src-shared/feeds/draft/replacement.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Database, DraftItemRow } from '../../../storage/index.ts'
import { selectionCondition } from '../selection.ts'

const maxExamples = 200

/** A replacement of a text in some columns of the selected items. */
export interface Replacement {
  selection: DraftSelection
  columns: string[]
  find: string
  by: string
  matchCase: boolean
}

/** Number of cells and items that a replacement changes, and the first examples. */
export interface ReplacePreview {
  cells: number
  items: number
  examples: { key: number; title: string; column: string; before: string; after: string }[]
}

/** Returns a function that counts what a replacement would change. */
export function openReplacePreview(db: Database) {
  return (kind: FeedKind, id: string, edit: Replacement): ReplacePreview => {
    const { where, values } = selectionCondition(kind, edit.selection)
    const replace = replacement(edit)
    const all = db
      .prepare<unknown[], Pick<DraftItemRow, 'key' | 'title' | 'value'>>(
        `SELECT i.key, i.title, i.value FROM draft_item i WHERE ${where} ORDER BY i.key`,
      )
      .iterate({ draft: id, ...values })
    const preview: ReplacePreview = { cells: 0, items: 0, examples: [] }
    for (const { key, title, value } of all) {
      const item = JSON.parse(value) as PayloadItem
      let isChanged = false
      for (const column of edit.columns) {
        const before = cellOf(item, column)
        const after = before && replace(before)
        if (before === undefined || after === undefined || after === before) continue
        isChanged = true
        preview.cells += 1
        if (preview.examples.length < maxExamples)
          preview.examples.push({ key, title, column, before, after })
      }
      if (isChanged) preview.items += 1
    }
    return preview
  }
}
