import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type {
  CellKeyboardEvent,
  CellKeyDownArgs,
  CellMouseArgs,
  CellMouseEvent,
  DataGridHandle,
  PositionChangeArgs,
} from 'react-data-grid'
import { isTyping } from '../../../../ui/text/keys.tsx'
import { rowHeight } from './cells/grid-cells.tsx'
import type { GridColumn } from './columns/grid-columns.ts'
import { leadingColumns } from './columns/grid-columns.ts'
import type { Dialogs } from './dialogs/grid-dialogs.tsx'
import type { EditStart, MoveDirection } from './grid-context.ts'
import type { GridRow, Rows, RowWindows } from './row-windows.ts'
import { select } from './typing/keyboard.ts'
import { dragFill, dragSelection, isOnHandle } from './typing/pointer.ts'
import type { Cell, GridSelection } from './typing/selection.ts'
import type { GridActions } from './use-grid-actions.ts'

interface Parts {
  grid: RefObject<DataGridHandle | null>
  windows: RowWindows
  selection: GridSelection
  actions: GridActions
  columns: readonly GridColumn[]
  /** Number of columns that stay visible while scrolling sideways. */
  frozen: number
  rows: Rows
  dialogs: Dialogs
  onOpenItem: ((key: number) => void) | undefined
}

export type GridHandlers = ReturnType<typeof useGridHandlers>

const steps: Record<MoveDirection, [rows: number, columns: number]> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
}

const leftwardKeys: ReadonlySet<string> = new Set(['Home', 'ArrowLeft'])

/** Whether a key starts typing in a cell. */
const isText = ({ key, ctrlKey, metaKey, altKey }: CellKeyboardEvent): boolean =>
  // `Process` and `Dead` start a text composed by an input method or an accent key.
  (key.length === 1 || key === 'Process' || key === 'Dead') && !ctrlKey && !metaKey && !altKey

/** Pointer and keyboard handlers of the cells. */
export function useGridHandlers(currentParts: Parts) {
  const { grid, windows, selection, actions } = currentParts
  const parts = useRef(currentParts)
  parts.current = currentParts
  const editStart = useRef<EditStart>('keep')

  /** Reports the range of visible rows. */
  const reportVisibleRows = useCallback(() => {
    const element = grid.current?.element
    if (!element) return
    const first = Math.floor(element.scrollTop / rowHeight)
    windows.setVisibleRange(first, first + Math.ceil(element.clientHeight / rowHeight))
  }, [grid, windows])

  const firstVisible = useCallback(
    () => Math.ceil((grid.current?.element?.scrollTop ?? 0) / rowHeight),
    [grid],
  )

  /** Scrolls a cell into view; `isActive` also focuses it. */
  const show = useCallback(
    ({ row, column }: Cell, isActive: boolean) => {
      const position = { rowIdx: row, idx: column + leadingColumns }
      if (isActive) grid.current?.setActivePosition(position, { shouldFocus: true })
      else grid.current?.scrollToCell(position)
    },
    [grid],
  )

  /** Activates a cell without moving the focus into the grid. Does nothing while a cell is being edited. */
  const activate = useCallback(
    (cell: Cell) => {
      const focused = document.activeElement
      const isHere = grid.current?.element?.contains(focused) ?? false
      if (isHere && isTyping(focused)) return
      selection.select(cell)
      grid.current?.setActivePosition(
        { rowIdx: cell.row, idx: cell.column + leadingColumns },
        { shouldFocus: isHere },
      )
    },
    [grid, selection],
  )

  const moveOn = useCallback(
    (direction: MoveDirection) => {
      const { columns, rows } = parts.current
      const [down, over] = steps[direction]
      const { row, column } = selection.active
      selection.select({
        row: Math.max(0, Math.min(row + down, rows.rows.length - 1)),
        column: Math.max(0, Math.min(column + over, columns.length - 1)),
      })
      const { active } = selection
      show(active, true)
      return active.row !== row || active.column !== column
    },
    [selection, show],
  )

  const edit = useCallback(
    (start: EditStart) => {
      editStart.current = start
      const { row, column } = selection.active
      grid.current?.setActivePosition({ rowIdx: row, idx: column + leadingColumns }, { enableEditor: true })
    },
    [grid, selection],
  )

  const isLoaded = currentParts.rows.total !== undefined
  useEffect(() => {
    const gridElement = grid.current?.element
    if (!isLoaded || !gridElement) return
    // The library supports only a single active cell, so this attribute is added here.
    gridElement.setAttribute('aria-multiselectable', 'true')
    const observer = new ResizeObserver(reportVisibleRows)
    observer.observe(gridElement)
    return () => observer.disconnect()
  }, [grid, reportVisibleRows, isLoaded])

  const handlers = useMemo(
    () => ({
      onKeyDown(args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) {
        // Editors handle their own keys. Popups over the page are not cells.
        if (
          args.mode === 'EDIT' ||
          !(event.target instanceof Element) ||
          !event.target.closest('.rdg-cell')
        ) {
          event.preventGridDefault()
          return
        }
        const { columns, frozen, rows, dialogs, onOpenItem } = parts.current
        const isCommand = event.ctrlKey || event.metaKey
        const key = event.key.toLowerCase()
        // Tab leaves the grid. Up in the first row moves to the column headers.
        if (event.key === 'Tab') return event.preventGridDefault()
        if (event.key === 'ArrowUp' && selection.active.row === 0 && !event.shiftKey && !isCommand) return
        event.preventGridDefault()
        const page = Math.max(1, Math.floor((grid.current?.element?.clientHeight ?? 0) / rowHeight) - 2)
        const extent = { rows: rows.rows.length, columns: columns.length, page }
        const before = selection.active
        const shown = select(event, selection, extent)
        if (shown) {
          event.preventDefault()
          show(shown, selection.active !== before)
          // A frozen cell is always in view, so focusing it does not scroll to the columns next to it.
          if (leftwardKeys.has(event.key) && shown.column < frozen)
            grid.current?.element?.scrollTo({ left: 0 })
        } else if (event.key === 'Enter' && isCommand) {
          event.preventDefault()
          const open = rows.rows[before.row]?.data?.key
          if (open !== undefined) onOpenItem?.(open)
        } else if (event.key === 'F2' || event.key === 'Enter') {
          event.preventDefault()
          edit('keep')
        } else if (event.key === 'Escape') selection.select(before)
        else if (event.key === 'Delete' || event.key === 'Backspace') void actions.empty()
        else if (isCommand && key === 'd') {
          event.preventDefault()
          void actions.fillDown()
        } else if (isCommand && key === 'h') {
          event.preventDefault()
          dialogs.openReplace()
        } else if (isText(event)) {
          // The shortcuts of single letters (J, K, E, ?) would take the first letter of the text.
          event.stopPropagation()
          edit('replace')
        }
      },
      onMouseDown({ column, rowIdx }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
        const gridElement = grid.current?.element
        if (!gridElement || event.button !== 0) return
        const target = { row: rowIdx, column: column.idx - leadingColumns }
        const isNumber = target.column < 0
        const lastColumn = parts.current.columns.length - 1
        if (isOnHandle(event.currentTarget, event)) {
          event.preventGridDefault()
          event.preventDefault()
          dragFill(gridElement, selection, (target, counting) => void actions.fillInto(target, counting))
          return
        }
        if (event.shiftKey) {
          // Keeps the focus on the active cell.
          event.preventGridDefault()
          event.preventDefault()
          selection.widen({ row: rowIdx, column: isNumber ? lastColumn : target.column })
        } else if (isNumber) {
          event.preventGridDefault()
          event.preventDefault()
          selection.select({ row: rowIdx, column: 0 }, { row: rowIdx, column: lastColumn })
          grid.current?.setActivePosition({ rowIdx, idx: leadingColumns }, { shouldFocus: true })
        } else selection.select(target)
        dragSelection(gridElement, selection, isNumber ? lastColumn : undefined)
      },
      onDoubleClick({ column, row }: CellMouseArgs<GridRow>, event: CellMouseEvent) {
        editStart.current = 'keep'
        if (column.idx >= leadingColumns) return
        event.preventGridDefault()
        if (row.data) parts.current.onOpenItem?.(row.data.key)
      },
      onActivePositionChange({ rowIdx, column }: PositionChangeArgs<GridRow>) {
        const { active } = selection
        if (rowIdx < 0 || !column || column.idx < leadingColumns) return
        if (active.row !== rowIdx || active.column !== column.idx - leadingColumns)
          selection.select({ row: rowIdx, column: column.idx - leadingColumns })
      },
    }),
    // All other values are read from the ref `parts`.
    [grid, selection, actions, show, edit],
  )
  return { ...handlers, reportVisibleRows, firstVisible, show, activate, moveOn, editStart }
}
