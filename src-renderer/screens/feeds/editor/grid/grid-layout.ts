import type { GridLayout } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { gridColumns, nameColumn, standardColumns } from './columns/grid-columns.ts'

export const standardLayout = (kind: FeedKind): GridLayout => ({
  columns: [...standardColumns(kind)],
  widths: {},
  frozen: 1,
})

/** Returns a valid layout: only existing columns, without duplicates, with the item's name first. */
export function normalizeLayout(kind: FeedKind, { columns, widths, frozen }: GridLayout): GridLayout {
  const name = nameColumn(kind)
  const others = columns.filter((column) => column !== name && gridColumns(kind).has(column))
  const validColumns = [name, ...new Set(others)]
  return { columns: validColumns, widths, frozen: Math.max(1, Math.min(frozen, validColumns.length)) }
}

/** Storage of grid layouts. */
export interface LayoutMemory {
  read(kind: FeedKind): GridLayout | undefined
  keep(kind: FeedKind, layout: GridLayout): void
}
