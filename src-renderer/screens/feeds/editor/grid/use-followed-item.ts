import { useEffect, useRef } from 'react'
import type { Rows } from './row-windows.ts'
import { type Cell, cellsOf, type GridSelection } from './typing/selection.ts'

/** Maximum distance searched for an item, in rows. */
const maxDistance = 200

/**
 * Keeps the active cell on its item when rows before it are added or removed. For example, a fixed item
 * leaves the filter "With errors", and the item after it must not be skipped.
 * @param place activates a cell
 */
export function useFollowedItem(
  { rows, view }: Rows,
  selection: GridSelection,
  activate: (cell: Cell) => void,
): void {
  const followed = useRef<{ key: number | undefined; view: Rows['view'] }>(undefined)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
    const { active } = selection
    const { key, view: before } = followed.current ?? {}
    const currentKey = rows[active.row]?.data?.key
    const isMoved = key !== undefined && currentKey !== undefined && currentKey !== key && before === view
    if (isMoved && cellsOf(selection.range) === 1) {
      const from = Math.max(0, active.row - maxDistance)
      const at = rows.slice(from, active.row + maxDistance).findIndex(({ data }) => data?.key === key)
      if (at >= 0) activate({ row: from + at, column: active.column })
    }
    followed.current = { key: rows[selection.active.row]?.data?.key, view }
  }, [rows, view, selection, activate])
  useEffect(
    () =>
      selection.subscribe(() => {
        const key = latest.current[selection.active.row]?.data?.key
        if (followed.current) followed.current = { ...followed.current, key }
      }),
    [selection],
  )
}
