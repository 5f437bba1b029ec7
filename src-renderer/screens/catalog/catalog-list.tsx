import clsx from 'clsx'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { CatalogRow, columnsClass, rowHeight } from './catalog-row.tsx'
import { ColumnHeader, Grid, GridRow, RowGroup } from './grid-parts.tsx'
import type { PickedItems } from './picked-bar.tsx'
import { physicalHeight, rowTop, useScaledScroll, visibleRows } from './scaled-scroll.ts'
import { type CatalogRows, useCatalogRows } from './use-catalog-rows.ts'

/** In pixels, as the rows' `rowHeight`. */
export const headerHeight = 32
const overscan = 6
/** Placeholder rows shown before the first answer. */
const rowsExpected = 30

export interface CatalogListProps {
  selection: CatalogSelection
  /** Shows only the columns that a narrow list has room for. */
  narrow: boolean
  openItemId: string | undefined
  picked: PickedItems
  hrefOf: (itemId: string) => string
  /** `browsing`: the arrow keys opened the item; the address is then replaced instead of added to the history. */
  onOpen: (itemId: string, how: 'chosen' | 'browsing') => void
  onClose: () => void
  /** Drawn when there are no rows. */
  whenEmpty: (rows: CatalogRows) => React.ReactNode
  onRows: (rows: Pick<CatalogRows, 'total' | 'isBehind' | 'error'>) => void
}

/** The list of items: a grid in which only the visible rows exist as elements. */
export function CatalogList(props: CatalogListProps) {
  const { selection, narrow, openItemId, picked, hrefOf, onOpen, onClose, whenEmpty, onRows } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [rowCount, setRowCount] = useState(rowsExpected)
  const scroll = useScaledScroll(scroller, { rows: rowCount, rowHeight, inset: headerHeight })
  const { position, geometry } = scroll
  const visible = visibleRows(position, geometry, overscan)
  const rows = useCatalogRows(selection, visible)
  const total = rows.total ?? 0
  if (rows.total !== undefined && rows.total !== rowCount) setRowCount(rows.total)

  const { total: knownTotal, isBehind, error } = rows
  useEffect(() => onRows({ total: knownTotal, isBehind, error }), [onRows, knownTotal, isBehind, error])

  const [active, setActive] = useState(0)
  // A new selection is shown from its first row.
  const [drawn, setDrawn] = useState(rows.shown)
  if (drawn !== rows.shown) {
    setDrawn(rows.shown)
    setActive(0)
  }
  const { toTop } = scroll
  const firstDrawn = useRef(rows.shown)
  useEffect(() => {
    if (firstDrawn.current === drawn) return
    firstDrawn.current = drawn
    toTop()
  }, [drawn, toTop])

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index))
    setActive(next)
    scroll.reveal(next)
    const row = rows.rowAt(next)
    // When the item stands beside the list, the arrow keys open the next one.
    if (openItemId !== undefined && row && row.id !== openItemId) onOpen(row.id, 'browsing')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || total === 0) return
    const page = Math.max(1, Math.floor(geometry.viewport / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    }
    const target = steps[event.key]
    const row = rows.rowAt(active)
    if (target !== undefined) goTo(target)
    else if (event.key === 'Enter' && row) onOpen(row.id, 'chosen')
    else if (event.key === ' ' && row) picked.set(row, !picked.has(row.id))
    else if (event.key === 'Escape') {
      if (picked.size > 0) picked.clear()
      else onClose()
    } else return
    event.preventDefault()
  }

  const choose = (index: number, event: MouseEvent) => {
    const row = rows.rowAt(index)
    if (!row) return
    if (event.shiftKey) {
      const [from, to] = [Math.min(active, index), Math.max(active, index)]
      for (let between = from; between <= to; between++) {
        const other = rows.rowAt(between)
        if (other) picked.set(other, true)
      }
      return
    }
    setActive(index)
    if (event.ctrlKey || event.metaKey) picked.set(row, !picked.has(row.id))
    else onOpen(row.id, 'chosen')
  }

  const indexes = Array.from(
    { length: Math.max(0, visible.last - visible.first + 1) },
    (_, n) => visible.first + n,
  )
  const rowId = (index: number) => `${gridId}-${index}`
  const activeIsDrawn = active >= visible.first && active <= visible.last && total > 0

  if (rows.total === 0 || (rows.total === undefined && rows.error)) return whenEmpty(rows)
  return (
    <Grid
      ref={scroller}
      aria-label="Items"
      aria-rowcount={rows.total === undefined ? -1 : total + 1}
      aria-multiselectable
      aria-busy={rows.total === undefined || rows.isBehind}
      aria-activedescendant={activeIsDrawn ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
      onScroll={scroll.onScroll}
      className="group/grid relative min-h-0 flex-1 overflow-x-hidden overflow-y-scroll bg-surface outline-none [overflow-anchor:none]"
    >
      <HeaderRow narrow={narrow} />
      <RowGroup className="relative overflow-clip" style={{ height: physicalHeight(geometry) }}>
        {indexes.map((index) => {
          const row = rows.rowAt(index)
          return (
            <CatalogRow
              key={index}
              id={rowId(index)}
              index={index}
              top={rowTop(index, position, geometry)}
              row={row}
              narrow={narrow}
              active={index === active}
              open={row !== undefined && row.id === openItemId}
              selected={row !== undefined && picked.has(row.id)}
              href={row ? hrefOf(row.id) : ''}
              onOpen={(event) => choose(index, event)}
              onSelect={(selected) => row && picked.set(row, selected)}
            />
          )
        })}
      </RowGroup>
    </Grid>
  )
}

function HeaderRow({ narrow }: { narrow: boolean }) {
  const words = ['Name', 'Brand', 'Manufacturer', 'GTIN', 'Last updated']
  return (
    <GridRow
      aria-rowindex={1}
      style={{ height: headerHeight }}
      className={clsx(
        columnsClass(narrow),
        'sticky top-0 z-10 items-center border-b border-line bg-surface text-xs font-medium text-ink-faint',
      )}
    >
      <ColumnHeader>
        <span className="sr-only">Selected</span>
      </ColumnHeader>
      <ColumnHeader>
        <span className="sr-only">Picture</span>
      </ColumnHeader>
      {words.slice(0, narrow ? 1 : undefined).map((word) => (
        <ColumnHeader key={word} className={clsx('truncate', word === 'Last updated' && 'text-right')}>
          {word}
        </ColumnHeader>
      ))}
    </GridRow>
  )
}
