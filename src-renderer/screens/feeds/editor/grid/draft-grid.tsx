/**
 * The grid of a draft: items as rows and fields as columns, edited as in a spreadsheet.
 *
 * It is built on react-data-grid (Comcast, MIT, no dependencies, requires React 19.2). The library renders
 * elements with the roles grid, row, columnheader and gridcell and their positions (`aria-rowindex`,
 * `aria-colindex`), moves the keyboard focus between cells, freezes and resizes columns, and virtualizes rows
 * and columns. Alternatives considered: Glide Data Grid is faster and has ranges and filling, but it draws on
 * a canvas without forced colors or our style sheet, and its last release rejects React 19. AG Grid
 * has ranges, clipboard and fill handle only in its paid edition. RevoGrid has them, but moves a frame over
 * the cells instead of the focus. TanStack Table leaves rendering and keyboard to us. Ranges, filling and the
 * clipboard are therefore implemented here (selection.ts, keyboard.ts, pointer.ts, clipboard.ts, series.ts).
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type ColumnWidths, DataGrid, type DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { ScrollPlaceholder } from '../../../../ui/scroll-placeholder.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { GridCell, GridRow } from '../../../catalog/list/grid-parts.tsx'
import { libraryColumns, numberKey, pictureKey, renderGridCell, rowHeight } from './cells/grid-cells.tsx'
import { type GridColumns, gridColumns, nameColumn, nameColumnOf } from './columns/grid-columns.ts'
import { GridDialogs, useDialogs } from './dialogs/grid-dialogs.tsx'
import { GridContext, type GridShared } from './grid-context.ts'
import { type LayoutMemory, normalizeLayout, standardLayout } from './grid-layout.ts'
import type { GridSource } from './grid-source.ts'
import { clipboardEvents } from './typing/clipboard.ts'
import './grid.css'
import { useScrollPlaceholder } from './cells/use-scroll-placeholder.ts'
import { ColumnActionsContext } from './columns/use-column-actions.ts'
import { useHeads } from './columns/use-heads.ts'
import { RowWindows, type View } from './row-windows.ts'
import { StatusLine } from './status-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { GridSelection } from './typing/selection.ts'
import { useFollowedItem } from './use-followed-item.ts'
import { useGridActions } from './use-grid-actions.ts'
import { useGridHandlers } from './use-grid-handlers.ts'

export interface DraftGridHandle {
  /** Activates a cell. `position` is the 0-based row index in the view. */
  goTo: (position: number, column?: string) => void
  focus: () => void
}

export interface DraftGridProps {
  /** Must be the same object while a draft is shown. Another draft needs another `key`. */
  source: GridSource
  kind: FeedKind
  /** Changes whenever rows may have changed: revision and check progress of the draft. */
  version: string
  /** Filter of the items shown. */
  filter: DraftSelection
  onFilterChange: (filter: DraftSelection) => void
  /** Called on Ctrl+Enter or a double click on the row number. */
  onOpenItem?: (key: number) => void
  memory: LayoutMemory
  /** All columns of the draft; must be the same object while it is shown. Default: those of its kind. */
  all?: GridColumns
  /** The column that is always shown first. Default: the name of the item. */
  first?: string
  /** The largest row number. Default: the number of rows. */
  lastPosition?: number
  /** Columns shown if no layout is stored. Default: those of the kind of feed. */
  usual?: readonly string[] | undefined
  ref?: Ref<DraftGridHandle>
}

const headHeight = 34

export function DraftGrid(props: DraftGridProps) {
  const { source, kind, version, filter, onFilterChange, onOpenItem, memory, usual, ref } = props
  const { all = gridColumns(kind), first = nameColumn(kind), lastPosition } = props
  const [layout, setLayout] = useState(() =>
    normalizeLayout(first, all, memory.read(kind) ?? standardLayout(kind, usual)),
  )
  const [sort, setSort] = useState<View['sort']>()
  const columns = useMemo(
    () => layout.columns.flatMap((column) => all.get(column) ?? []),
    [all, layout.columns],
  )

  const view = useMemo((): View => {
    const shown = columns.map(({ column }) => column)
    return {
      selection: filter,
      ...(sort && { sort }),
      columns: [
        ...new Set([
          ...shown,
          ...columns.flatMap((one) => nameColumnOf(one) ?? []),
          ...kinds[kind].payload.pictures,
        ]),
      ],
    }
  }, [filter, sort, columns, kind])
  const [windows] = useState(() => new RowWindows(source, view))
  const lastRequest = useRef({ view, version })
  useEffect(() => {
    if (lastRequest.current.view === view && lastRequest.current.version === version) return
    lastRequest.current = { view, version }
    windows.load(view)
  }, [windows, view, version])
  const rows = useSyncExternalStore(windows.subscribe, windows.snapshot)

  const [selection] = useState(() => new GridSelection())
  const rowCount = rows.rows.length
  useEffect(() => {
    if (rowCount > 0) selection.keepWithin(rowCount, columns.length)
  }, [selection, rowCount, columns.length])

  useEffect(
    () =>
      selection.subscribe(() =>
        windows.setActiveRow(windows.snapshot().rows[selection.active.row]?.data?.key),
      ),
    [selection, windows],
  )

  const dialogs = useDialogs()
  const { confirmAddItems } = dialogs
  const state = useRef({ kind, source, columns, filter, confirmAddItems })
  state.current = { kind, source, columns, filter, confirmAddItems }
  const actions = useGridActions(windows, selection, state)

  const grid = useRef<DataGridHandle>(null)
  const handlers = useGridHandlers({
    ...{ grid, windows, selection, actions, columns, rows, dialogs, onOpenItem },
    frozen: layout.frozen,
  })
  const { moveOn, editStart } = handlers
  const placeholder = useRef<HTMLDivElement>(null)
  useScrollPlaceholder(grid, placeholder, rows.total !== undefined)
  useFollowedItem(rows, selection, handlers.activate)
  const shared = useMemo(
    (): GridShared => ({ selection, actions, kind, editStart, moveOn }),
    [selection, actions, kind, editStart, moveOn],
  )
  const changeLayout = (next: typeof layout) => {
    const validLayout = normalizeLayout(first, all, next)
    setLayout(validLayout)
    memory.keep(kind, validLayout)
  }
  const heads = useHeads({
    selection,
    layout,
    changeLayout,
    setSort,
    filter,
    onFilterChange,
    dialogs,
    rows,
    handlers,
  })
  useImperativeHandle(ref, () => ({
    focus: () => handlers.show(selection.active, true),
    goTo(position, column) {
      const place = Math.max(0, column === undefined ? 0 : layout.columns.indexOf(column))
      selection.select({ row: position, column: place })
      handlers.show(selection.active, true)
    },
  }))

  const maxNumberLength = wholeNumber(lastPosition ?? rowCount)
  const gridLibraryColumns = useMemo(
    () => libraryColumns(columns, layout.frozen, maxNumberLength),
    [columns, layout.frozen, maxNumberLength],
  )
  const widths = useMemo(
    (): ColumnWidths =>
      new Map(Object.entries(layout.widths).map(([column, width]) => [column, { type: 'resized', width }])),
    [layout.widths],
  )
  const sortColumns = useMemo(
    () =>
      sort
        ? [{ columnKey: sort.column, direction: sort.isDescending ? ('DESC' as const) : ('ASC' as const) }]
        : [],
    [sort],
  )
  const clipboard = useMemo(() => clipboardEvents(actions), [actions])

  return (
    <GridContext value={shared}>
      <ColumnActionsContext value={heads}>
        <section aria-label={t`Grid of items`} className="flex h-full min-h-0 flex-col" {...clipboard}>
          <Toolbar
            columns={all}
            filter={filter}
            onFilterChange={onFilterChange}
            sort={sort}
            onSortChange={setSort}
            onSet={() => dialogs.openSet(selection.active.column)}
            onReplace={dialogs.openReplace}
            onColumns={dialogs.openColumns}
          />
          {rows.total === undefined ? (
            <LoadingRows error={rows.error} onRetry={() => windows.load()} />
          ) : (
            <div className="relative flex min-h-0 flex-1 flex-col">
              <DataGrid
                ref={grid}
                aria-label={t`Items`}
                columns={gridLibraryColumns}
                rows={rows.rows}
                rowHeight={rowHeight}
                headerRowHeight={headHeight}
                columnWidths={widths}
                onColumnWidthsChange={(next) => {
                  const chosen = [...next].filter(
                    ([column, { type }]) =>
                      type === 'resized' && column !== numberKey && column !== pictureKey,
                  )
                  changeLayout({
                    ...layout,
                    widths: Object.fromEntries(
                      chosen.map(([column, { width }]) => [column, Math.round(width)]),
                    ),
                  })
                }}
                onColumnsReorder={heads.reorder}
                sortColumns={sortColumns}
                renderers={renderers}
                onCellKeyDown={handlers.onKeyDown}
                onCellMouseDown={handlers.onMouseDown}
                onCellDoubleClick={handlers.onDoubleClick}
                onActivePositionChange={handlers.onActivePositionChange}
                onScroll={handlers.reportVisibleRows}
                className="draft-grid"
              />
              <ScrollPlaceholder ref={placeholder} className="start-0 z-10" />
            </div>
          )}
          <StatusLine source={source} rows={rows} columns={columns} />
        </section>
        <GridDialogs
          dialogs={dialogs}
          source={source}
          kind={kind}
          all={all}
          columns={columns}
          filter={filter}
          onFilterChange={onFilterChange}
          layout={layout}
          usual={usual}
          isOfDraft={memory.isOfDraft ?? false}
          onLayoutChange={changeLayout}
        />
      </ColumnActionsContext>
    </GridContext>
  )
}

const renderers = {
  renderCell: renderGridCell,
  noRowsFallback: <NoRows />,
}

function NoRows() {
  return (
    <GridRow aria-rowindex={2} className="dg-none">
      <GridCell>
        <span>
          <Trans>No matching items</Trans>
        </span>{' '}
        <span>
          <Trans>Take away a filter above, or look for something else.</Trans>
        </span>
      </GridCell>
    </GridRow>
  )
}

const barWidths = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2']

/** Shown instead of the grid until the first rows are loaded. */
const LoadingRows = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <ErrorState title={t`The items could not be read`} error={error} onRetry={onRetry} />
  ) : (
    <div role="status" aria-label={t`Reading the items`} className="flex flex-1 flex-col gap-4 p-4">
      {barWidths.map((width, index) => (
        // All skeletons are identical, so the index is the key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Skeleton key={index} className={`h-3 ${width}`} />
      ))}
    </div>
  )
