import type { GridLayout } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { gridColumns, nameColumn, standardColumns } from './columns/grid-columns.ts'

export const standardLayout = (kind: FeedKind): GridLayout => ({
  columns: [...standardColumns(kind)],
  widths: {},
  frozen: 1,
})

/** The layout with columns that exist, each once, the item's name first. */
export function soundLayout(kind: FeedKind, { columns, widths, frozen }: GridLayout): GridLayout {
  const name = nameColumn(kind)
  const others = columns.filter((column) => column !== name && gridColumns(kind).has(column))
  const sound = [name, ...new Set(others)]
  return { columns: sound, widths, frozen: Math.max(1, Math.min(frozen, sound.length)) }
}

/** Where layouts are kept. */
export interface LayoutMemory {
  read(kind: FeedKind): GridLayout | undefined
  keep(kind: FeedKind, layout: GridLayout): void
}
