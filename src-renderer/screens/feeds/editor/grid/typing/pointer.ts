import { leadingColumns } from '../columns/grid-columns.ts'
import { type Cell, fillTarget, type GridSelection, type Range } from './selection.ts'

/** Side of the fill handle in pixels: the size in grid.css plus a margin. */
const handleSize = 9
/** Scroll interval while the pointer is held outside the grid. */
const scrollMilliseconds = 40

/** Whether the pointer is on the fill handle of a cell. */
export function isOnHandle(
  cell: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): boolean {
  if (!cell.classList.contains('dg-handle')) return false
  const { right, bottom } = cell.getBoundingClientRect()
  return right - clientX <= handleSize && bottom - clientY <= handleSize
}

/** The cell at a point of the window. Columns before those of the draft have negative indexes. */
function cellAt(grid: HTMLElement, x: number, y: number): Cell | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[aria-colindex]')
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row || !grid.contains(cell)) return undefined
  // Row 1 contains the headers.
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1 - leadingColumns,
  }
}

/**
 * Tracks the pointer until it is released and calls `over` for each cell under it. While the pointer is
 * outside the grid, the grid scrolls in that direction.
 */
function trackPointer(
  grid: HTMLElement,
  over: (cell: Cell) => void,
  done: (event: PointerEvent | undefined) => void,
): void {
  let pointer = { x: 0, y: 0 }
  let timer: ReturnType<typeof setInterval> | undefined
  const visibleArea = () => {
    const { left, top, right, bottom } = grid.getBoundingClientRect()
    const style = getComputedStyle(grid)
    return {
      left: left + Number.parseFloat(style.scrollPaddingInlineStart || '0'),
      top: top + Number.parseFloat(style.scrollPaddingBlockStart || '0'),
      right: right - (grid.offsetWidth - grid.clientWidth),
      bottom: bottom - (grid.offsetHeight - grid.clientHeight),
    }
  }
  const updateCell = () => {
    const { left, top, right, bottom } = visibleArea()
    const { x: outer } = grid.getBoundingClientRect()
    // The frozen columns count as cells until the pointer leaves the grid on their side.
    const x = pointer.x < outer ? left + 2 : Math.min(pointer.x, right - 2)
    const cell = cellAt(grid, x, Math.max(top + 2, Math.min(pointer.y, bottom - 2)))
    if (cell) over({ row: Math.max(0, cell.row), column: Math.max(0, cell.column) })
  }
  const scroll = () => {
    const { top, right, bottom } = visibleArea()
    const { x: outer } = grid.getBoundingClientRect()
    const distanceOutside = (value: number, min: number, max: number) =>
      value < min ? value - min : value > max ? value - max : 0
    const [x, y] = [distanceOutside(pointer.x, outer, right), distanceOutside(pointer.y, top, bottom)]
    if (x === 0 && y === 0) return
    const speed = (distance: number) => Math.sign(distance) * Math.min(120, Math.abs(distance) + 12)
    grid.scrollBy({ left: x === 0 ? 0 : speed(x), top: y === 0 ? 0 : speed(y), behavior: 'instant' })
    updateCell()
  }
  const onMove = (event: PointerEvent) => {
    pointer = { x: event.clientX, y: event.clientY }
    timer ??= setInterval(scroll, scrollMilliseconds)
    updateCell()
  }
  const stop = (event?: PointerEvent) => {
    clearInterval(timer)
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', stop)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', onKey, true)
    done(event)
  }
  const cancel = () => stop()
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop()
  }
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', stop)
  window.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', onKey, true)
}

/** Extends the selection to the cell under the pointer, or to its entire row. */
export function dragSelection(
  grid: HTMLElement,
  selection: GridSelection,
  rowsOnly: number | undefined,
): void {
  trackPointer(
    grid,
    ({ row, column }) => selection.widen({ row, column: rowsOnly ?? column }),
    () => undefined,
  )
}

/** Fills from the selection into the range up to the pointer. Escape cancels. */
export function dragFill(
  grid: HTMLElement,
  selection: GridSelection,
  fill: (target: Range, counting: boolean) => void,
): void {
  const { range } = selection
  trackPointer(
    grid,
    (cell) => selection.aim(fillTarget(range, cell)),
    (event) => {
      const { target } = selection
      selection.aim(undefined)
      if (!target || !event) return
      fill(target, event.ctrlKey || event.metaKey)
      selection.select(
        { row: range.top, column: range.left },
        { row: Math.max(range.bottom, target.bottom), column: Math.max(range.right, target.right) },
        { row: Math.min(range.top, target.top), column: Math.min(range.left, target.left) },
      )
    },
  )
}
