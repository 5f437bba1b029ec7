import type { Cell, GridSelection } from './selection.ts'

/** How large the table is, and how many rows are seen at once. */
interface Extent {
  rows: number
  columns: number
  page: number
}

/** Where an arrow or the like leads from a cell; undefined for other keys. */
function step(
  key: string,
  { row, column }: Cell,
  isFar: boolean,
  { rows, columns, page }: Extent,
): Cell | undefined {
  const lastRow = rows - 1
  const lastColumn = columns - 1
  switch (key) {
    case 'ArrowDown':
      return { column, row: isFar ? lastRow : row + 1 }
    case 'ArrowUp':
      return { column, row: isFar ? 0 : row - 1 }
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : column + 1 }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'PageDown':
      return { column, row: row + page }
    case 'PageUp':
      return { column, row: row - page }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn }
    default:
      return undefined
  }
}

const within = (cell: Cell, { rows, columns }: Extent): Cell => ({
  row: Math.max(0, Math.min(cell.row, rows - 1)),
  column: Math.max(0, Math.min(cell.column, columns - 1)),
})

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/**
 * Moves or widens the selection as a spreadsheet does.
 * @returns the cell to bring into sight; undefined where the key means something else
 */
export function select(pressed: Pressed, selection: GridSelection, extent: Extent): Cell | undefined {
  if (pressed.altKey || extent.rows === 0) return undefined
  const isFar = pressed.ctrlKey || pressed.metaKey
  const { active, anchor, corner } = selection
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  if (isFar && pressed.key.toLowerCase() === 'a') {
    selection.select(active, { row: lastRow, column: lastColumn }, { row: 0, column: 0 })
    return active
  }
  if (pressed.key === ' ' && isFar) {
    selection.select(active, { row: lastRow, column: corner.column }, { row: 0, column: anchor.column })
    return active
  }
  if (pressed.key === ' ' && pressed.shiftKey) {
    selection.select(active, { row: corner.row, column: lastColumn }, { row: anchor.row, column: 0 })
    return active
  }
  const to = step(pressed.key, pressed.shiftKey ? corner : active, isFar, extent)
  if (!to) return undefined
  const cell = within(to, extent)
  if (pressed.shiftKey) selection.widen(cell)
  else selection.select(cell)
  return cell
}
