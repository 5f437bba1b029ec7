import { leadingColumns } from '../columns/grid-columns.ts'
import { type Cell, fillTarget, type GridSelection, type Range } from './selection.ts'

/** Side of the handle in the corner of the selection, in pixels: what grid.css draws, and a little around it. */
const handleSize = 9
/** How often the grid scrolls while the pointer is held outside of it. */
const scrollMilliseconds = 40

/** Whether the pointer is on the handle of the cell in the corner. */
export function isOnHandle(
  cell: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): boolean {
  if (!cell.classList.contains('dg-handle')) return false
  const { right, bottom } = cell.getBoundingClientRect()
  return right - clientX <= handleSize && bottom - clientY <= handleSize
}

/** The cell drawn at a point of the window; the columns before those of the draft are negative. */
function cellAt(grid: HTMLElement, x: number, y: number): Cell | undefined {
  const cell = document.elementFromPoint(x, y)?.closest('[aria-colindex]')
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row || !grid.contains(cell)) return undefined
  // The heads are the first row.
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1 - leadingColumns,
  }
}

/**
 * Follows the pointer until it is let go: calls `over` for every cell it comes over. Held outside of the grid, the grid
 * scrolls that way.
 */
function follow(
  grid: HTMLElement,
  over: (cell: Cell) => void,
  done: (event: PointerEvent | undefined) => void,
): void {
  let at = { x: 0, y: 0 }
  let timer: ReturnType<typeof setInterval> | undefined
  const box = () => {
    const { left, top, right, bottom } = grid.getBoundingClientRect()
    const style = getComputedStyle(grid)
    return {
      left: left + Number.parseFloat(style.scrollPaddingInlineStart || '0'),
      top: top + Number.parseFloat(style.scrollPaddingBlockStart || '0'),
      right: right - (grid.offsetWidth - grid.clientWidth),
      bottom: bottom - (grid.offsetHeight - grid.clientHeight),
    }
  }
  const look = () => {
    const { left, top, right, bottom } = box()
    const { x: outer } = grid.getBoundingClientRect()
    // The frozen columns are cells too, until the pointer leaves the grid on their side.
    const x = at.x < outer ? left + 2 : Math.min(at.x, right - 2)
    const cell = cellAt(grid, x, Math.max(top + 2, Math.min(at.y, bottom - 2)))
    if (cell) over({ row: Math.max(0, cell.row), column: Math.max(0, cell.column) })
  }
  const scroll = () => {
    const { top, right, bottom } = box()
    const { x: outer } = grid.getBoundingClientRect()
    const away = (value: number, least: number, most: number) =>
      value < least ? value - least : value > most ? value - most : 0
    const [x, y] = [away(at.x, outer, right), away(at.y, top, bottom)]
    if (x === 0 && y === 0) return
    const speed = (distance: number) => Math.sign(distance) * Math.min(120, Math.abs(distance) + 12)
    grid.scrollBy({ left: x === 0 ? 0 : speed(x), top: y === 0 ? 0 : speed(y), behavior: 'instant' })
    look()
  }
  const onMove = (event: PointerEvent) => {
    at = { x: event.clientX, y: event.clientY }
    timer ??= setInterval(scroll, scrollMilliseconds)
    look()
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

/** Selects the cells the pointer is drawn over, or whole rows of them. */
export function dragSelection(
  grid: HTMLElement,
  selection: GridSelection,
  rowsOnly: number | undefined,
): void {
  follow(
    grid,
    ({ row, column }) => selection.widen({ row, column: rowsOnly ?? column }),
    () => undefined,
  )
}

/** Fills from the selection into what the pointer is drawn over; Escape fills nothing. */
export function dragFill(
  grid: HTMLElement,
  selection: GridSelection,
  fill: (target: Range, counting: boolean) => void,
): void {
  const { range } = selection
  follow(
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
