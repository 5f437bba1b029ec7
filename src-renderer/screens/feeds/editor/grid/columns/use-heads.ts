import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayout } from '../../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { Dialogs } from '../dialogs/grid-dialogs.tsx'
import type { Rows, View } from '../row-windows.ts'
import type { GridSelection } from '../typing/selection.ts'
import type { GridHandlers } from '../use-grid-handlers.ts'
import type { ColumnActions } from './use-column-actions.ts'

interface Parts {
  selection: GridSelection
  layout: GridLayout
  changeLayout: (layout: GridLayout) => void
  setSort: (sort: View['sort']) => void
  filter: DraftSelection
  onFilterChange: (filter: DraftSelection) => void
  dialogs: Dialogs
  rows: Rows
  handlers: GridHandlers
}

const moved = (columns: readonly string[], column: string, to: number): string[] => {
  const others = columns.filter((one) => one !== column)
  return [...others.slice(0, to), column, ...others.slice(to)]
}

/** Actions of the column headers. */
export function useHeads(parts: Parts): ColumnActions & { reorder: (column: string, onto: string) => void } {
  const { selection, layout, changeLayout, setSort, filter, onFilterChange, dialogs, rows, handlers } = parts
  const { columns } = layout
  const lastRow = Math.max(0, rows.rows.length - 1)
  const lastColumn = columns.length - 1
  const select = (left: number, right: number, active: number) => {
    const row = handlers.firstVisible()
    selection.select({ row, column: active }, { row: lastRow, column: right }, { row: 0, column: left })
    handlers.show(selection.active, true)
  }
  return {
    columnCount: columns.length,
    selectAll: () => select(0, lastColumn, selection.active.column),
    selectColumn(index, isWider) {
      const { column } = selection.active
      select(isWider ? column : index, index, isWider ? column : index)
    },
    sort: (column, isDescending = false) =>
      setSort(column === undefined ? undefined : { column, isDescending }),
    filterCell: (cell) => onFilterChange({ ...filter, ...(cell && { cell }) }),
    askContaining: dialogs.openContaining,
    mergeAlike: dialogs.openMerge,
    setAllShown(index) {
      select(index, index, index)
      dialogs.openSet(index)
    },
    move: (column, by) =>
      changeLayout({ ...layout, columns: moved(columns, column, columns.indexOf(column) + by) }),
    hide: (column) =>
      changeLayout({
        ...layout,
        columns: columns.filter((one) => one !== column),
        frozen: columns.indexOf(column) < layout.frozen ? layout.frozen - 1 : layout.frozen,
      }),
    frozen: layout.frozen,
    freeze: (count) => changeLayout({ ...layout, frozen: count }),
    reorder: (column, onto) =>
      changeLayout({ ...layout, columns: moved(columns, column, Math.max(1, columns.indexOf(onto))) }),
  }
}
