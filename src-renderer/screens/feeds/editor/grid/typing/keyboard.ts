import type { Cell, GridSelection } from './selection.ts'

/** Size of the table, and the number of visible rows. */
interface Extent {
  rows: number
  columns: number
  page: number
}

/** The cell that a navigation key moves to; undefined for other keys. */
function step(
  key: string,
  { row, column }: Cell,
  toEnd: boolean,
  { rows, columns, page }: Extent,
): Cell | undefined {
  const lastRow = rows - 1
  const lastColumn = columns - 1
  switch (key) {
    case 'ArrowDown':
      return { column, row: toEnd ? lastRow : row + 1 }
    case 'ArrowUp':
      return { column, row: toEnd ? 0 : row - 1 }
    case 'ArrowRight':
      return { row, column: toEnd ? lastColumn : column + 1 }
    case 'ArrowLeft':
      return { row, column: toEnd ? 0 : column - 1 }
    case 'PageDown':
      return { column, row: row + page }
    case 'PageUp':
      return { column, row: row - page }
    case 'Home':
      return { row: toEnd ? 0 : row, column: 0 }
    case 'End':
      return { row: toEnd ? lastRow : row, column: lastColumn }
    default:
      return undefined
  }
}

const clampToTable = (cell: Cell, { rows, columns }: Extent): Cell => ({
  row: Math.max(0, Math.min(cell.row, rows - 1)),
  column: Math.max(0, Math.min(cell.column, columns - 1)),
})

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/**
 * Moves or extends the selection as in a spreadsheet.
 * @returns the cell to scroll into view; undefined if the key is not for navigation
 */
export function select(pressed: KeyPress, selection: GridSelection, extent: Extent): Cell | undefined {
  if (pressed.altKey || extent.rows === 0) return undefined
  const toEnd = pressed.ctrlKey || pressed.metaKey
  const { active, anchor, corner } = selection
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  if (toEnd && pressed.key.toLowerCase() === 'a') {
    selection.select(active, { row: lastRow, column: lastColumn }, { row: 0, column: 0 })
    return active
  }
  if (pressed.key === ' ' && toEnd) {
    selection.select(active, { row: lastRow, column: corner.column }, { row: 0, column: anchor.column })
    return active
  }
  if (pressed.key === ' ' && pressed.shiftKey) {
    selection.select(active, { row: corner.row, column: lastColumn }, { row: anchor.row, column: 0 })
    return active
  }
  const to = step(pressed.key, pressed.shiftKey ? corner : active, toEnd, extent)
  if (!to) return undefined
  const cell = clampToTable(to, extent)
  if (pressed.shiftKey) selection.widen(cell)
  else selection.select(cell)
  return cell
}
