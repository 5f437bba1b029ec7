import { cellOf, withCell } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftCell } from '../../../../src-shared/feeds/draft/edits.ts'
import {
  type LastChange,
  maxStaleCells,
  type StaleCell,
  type StaleCells,
} from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import type { Database, DraftItemRow } from '../../../storage/index.ts'

/**
 * The text that a cell has instead of the one that its change is based on; undefined if nothing was changed
 * meanwhile, or both changed it to the same text.
 */
export function changedText(
  kind: FeedKind,
  value: PayloadItem,
  { column, value: mine, was }: DraftCell,
): string | null | undefined {
  if (was === undefined) return undefined
  const now = cellOf(value, column) ?? null
  if (now === was || now === mine) return undefined
  // A stored text may be spelled otherwise than it was typed.
  const stored = (text: string | null) =>
    cellOf(withCell(kind, value, column, text ?? undefined), column) ?? null
  return now === stored(was) || now === stored(mine) ? undefined : now
}

/** Who changed an item last, and when, if known. */
export const lastChange = (row: Pick<DraftItemRow, 'changed_by' | 'changed_at'>): { changed?: LastChange } =>
  row.changed_by === null || row.changed_at === null
    ? {}
    : { changed: { by: row.changed_by, at: isoTime(row.changed_at) } }

type Row = Pick<DraftItemRow, 'value' | 'title' | 'code' | 'changed_by' | 'changed_at'> & { position: number }

/** Returns a function that finds the cells that have another text now than the one they were seen with. */
export function openStaleCells(db: Database) {
  const item = db.prepare<{ draft: string; key: number }, Row>(
    `SELECT i.value, i.title, i.code, i.changed_by, i.changed_at,
       (SELECT count(*) FROM draft_item b WHERE b.draft = i.draft AND b.key <= i.key) AS position
     FROM draft_item i WHERE i.draft = @draft AND i.key = @key`,
  )
  return (kind: FeedKind, draft: string, given: readonly DraftCell[]): StaleCells => {
    const cells: StaleCell[] = []
    let total = 0
    for (const [key, ofItem] of Map.groupBy(given, (cell) => cell.key)) {
      const row = item.get({ draft, key })
      if (!row) continue
      const { title, code, position } = row
      const value: PayloadItem = JSON.parse(row.value)
      for (const cell of ofItem) {
        const theirs = changedText(kind, value, cell)
        if (theirs === undefined) continue
        total++
        const { column, value: mine } = cell
        if (cells.length < maxStaleCells)
          cells.push({ ...{ key, position, title, code, column, mine, theirs }, ...lastChange(row) })
      }
    }
    return { total, cells }
  }
}
