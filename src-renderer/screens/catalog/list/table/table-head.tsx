import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, LoaderCircle } from 'lucide-react'
import { type DragEvent, type PointerEvent, useState } from 'react'
import type { CatalogSort } from '../../../../../src-shared/catalog/model.ts'
import type { CatalogChoices } from '../../../../../src-shared/catalog/screen.ts'
import { changeChoices } from '../../catalog-memory.ts'
import { countWords, scoreWords, useCatalogScores } from '../../catalog-scores.tsx'
import { ColumnHeader, GridRow } from '../grid-parts.tsx'
import { sortKeyOf, type TableColumn } from './table-columns.tsx'
import {
  frozenClass,
  frozenStyle,
  maxColumnWidth,
  narrowestColumn,
  tableFrame,
  widthOf,
} from './table-frame.ts'

/** Height of the header, in pixels. */
export const headHeight = 32

/** The first press sorts ascending, the second descending, the third restores the default order. */
const nextSort = (by: CatalogSort['by'], sort: CatalogSort | undefined): CatalogSort | undefined =>
  sort?.by !== by ? { by, descending: false } : sort.descending ? undefined : { by, descending: true }

/** Column ids with one column moved to an index. */
export function moved(columns: readonly TableColumn[], id: string, to: number): string[] {
  const ids = columns.map((column) => column.id).filter((other) => other !== id)
  // The name column stays first.
  ids.splice(Math.max(1, to), 0, id)
  return ids
}

interface TableHeadProps {
  columns: readonly TableColumn[]
  choices: CatalogChoices
  sort: CatalogSort | undefined
  onSort: (sort: CatalogSort | undefined) => void
}

/**
 * Header of the table. A press on a column sorts by it, a drag of its edge resizes it, and a drag of the
 * column moves it. The "Columns" menu does the same by keyboard (column-chooser.tsx).
 */
export function TableHead({ columns, choices, sort, onSort }: TableHeadProps) {
  const { widths, frozen } = choices
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (dragged) changeChoices({ columns: moved(columns, dragged, to) })
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <GridRow
      aria-rowindex={1}
      style={{ height: headHeight, minWidth: 'var(--table-width)' }}
      className="sticky top-0 z-20 grid grid-cols-(--columns) border-b border-line bg-canvas text-xs font-medium text-ink-faint select-none"
    >
      <ColumnHeader style={frozenStyle(0)} className={frozen > 0 ? frozenClass(false) : undefined}>
        <span className="sr-only">
          <Trans>Selected</Trans>
        </span>
      </ColumnHeader>
      {columns.map((column, index) => {
        const by = sortKeyOf(column.id)
        const order = by && sort?.by === by ? (sort.descending ? 'descending' : 'ascending') : undefined
        return (
          <ColumnHeader
            key={column.id}
            aria-sort={by && (order ?? 'none')}
            style={index < frozen ? frozenStyle(index + 1) : undefined}
            draggable={column.id !== 'name'}
            onDragStart={() => setDragged(column.id)}
            onDragEnd={() => {
              setDragged(undefined)
              setOver(undefined)
            }}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              setOver(column.id)
            }}
            onDrop={(event) => drop(event, index)}
            className={clsx(
              'group/head min-w-0',
              // Each cell is a stacking context, so that the resize handles of scrolled cells stay below the frozen ones.
              index < frozen ? frozenClass(index === frozen - 1) : 'relative z-0',
              over === column.id && dragged !== column.id && 'shadow-[inset_2px_0_var(--color-accent)]',
              dragged === column.id && 'opacity-50',
            )}
          >
            <HeadLabel column={column} order={order} onSort={by && (() => onSort(nextSort(by, sort)))} />
            <ResizeHandle column={column} columns={columns} widths={widths} />
          </ColumnHeader>
        )
      })}
    </GridRow>
  )
}

interface HeadLabelProps {
  column: TableColumn
  order: 'ascending' | 'descending' | undefined
  /** Undefined for a column that the list cannot be sorted by. */
  onSort: (() => void) | undefined
}

/** The label of a column; a button if the list can be sorted by it. */
function HeadLabel({ column, order, onSort }: HeadLabelProps) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  const className = clsx(
    'flex size-full min-w-0 items-center gap-1 px-2',
    column.isNumber && 'justify-end',
    order && 'text-ink',
  )
  const label = column.isScore ? (
    <ScoreLabel label={column.label} />
  ) : (
    <span className="truncate">{column.label}</span>
  )
  if (!onSort) return <span className={className}>{label}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onSort}
      className={clsx(className, 'hover:bg-hover hover:text-ink')}
    >
      {label}
      <Arrow
        aria-hidden
        className={clsx(
          'size-3 shrink-0',
          !order && 'hidden group-hover/head:block group-hover/head:opacity-40',
        )}
      />
    </button>
  )
}

/** The label of the column of scores, with the profile and the state of the count. */
function ScoreLabel({ label }: { label: string }) {
  const scores = useCatalogScores()
  const isCounting = scores?.state === 'counting'
  return (
    <span className="flex min-w-0 items-center gap-1" title={scores && scoreWords(scores)}>
      <span className="truncate">{label}</span>
      {isCounting && (
        <LoaderCircle className="size-3 shrink-0 animate-spin" aria-label={countWords(scores)} />
      )}
    </span>
  )
}

/**
 * Resize handle of a column. During the drag only the CSS variables of the grid change; the width is saved on
 * release.
 */
function ResizeHandle({
  column,
  columns,
  widths,
}: {
  column: TableColumn
  columns: readonly TableColumn[]
  widths: CatalogChoices['widths']
}) {
  const press = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const head = handle.parentElement
    const grid = handle.closest<HTMLElement>('[role="grid"]')
    if (!head || !grid) return
    const start = { x: event.clientX, width: head.offsetWidth }
    let width = start.width
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => {
      width = Math.max(narrowestColumn, Math.min(maxColumnWidth, start.width + clientX - start.x))
      const frame = Object.entries(tableFrame(columns, { ...widths, [column.id]: width }))
      for (const [name, value] of frame) grid.style.setProperty(name, String(value))
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      if (width !== widthOf(column, widths)) changeChoices({ widths: { ...widths, [column.id]: width } })
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return (
    <span
      aria-hidden
      onPointerDown={press}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => {
        const { [column.id]: _, ...others } = widths
        changeChoices({ widths: others })
      }}
      className="absolute inset-y-0 end-0 w-2 cursor-col-resize after:absolute after:inset-y-1.5 after:end-0 after:w-px after:bg-line hover:after:bg-accent"
    />
  )
}
