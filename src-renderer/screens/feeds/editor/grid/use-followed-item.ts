import { useEffect, useRef } from 'react'
import type { Rows } from './row-windows.ts'
import { type Cell, cellsOf, type GridSelection } from './typing/selection.ts'

/** How far an item is looked for, in rows. */
const nearby = 200

/**
 * Keeps the active cell with its item when rows before it come or go: an item that was mended leaves a list of items
 * with errors, and the next one is not to be skipped.
 * @param place makes a cell the active one
 */
export function useFollowedItem(
  { rows, view }: Rows,
  selection: GridSelection,
  place: (cell: Cell) => void,
): void {
  const followed = useRef<{ key: number | undefined; view: Rows['view'] }>(undefined)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
    const { active } = selection
    const { key, view: before } = followed.current ?? {}
    const here = rows[active.row]?.data?.key
    const isMoved = key !== undefined && here !== undefined && here !== key && before === view
    if (isMoved && cellsOf(selection.range) === 1) {
      const from = Math.max(0, active.row - nearby)
      const at = rows.slice(from, active.row + nearby).findIndex(({ data }) => data?.key === key)
      if (at >= 0) place({ row: from + at, column: active.column })
    }
    followed.current = { key: rows[selection.active.row]?.data?.key, view }
  }, [rows, view, selection, place])
  useEffect(
    () =>
      selection.subscribe(() => {
        const key = latest.current[selection.active.row]?.data?.key
        if (followed.current) followed.current = { ...followed.current, key }
      }),
    [selection],
  )
}
