import { t } from '@lingui/core/macro'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import type { CatalogChoices, CatalogViewName } from '../../../../src-shared/catalog/screen.ts'
import { type CatalogQuery, writeCatalogQuery } from '../catalog-address.ts'
import { savedPlace, savePlace } from '../catalog-memory.ts'
import { isChosen } from '../item-choice.ts'
import { searchedWords } from '../search/searched-words.ts'
import { type Choosing, useRangeChoice } from '../use-item-selection.ts'
import { type GridCommands, handleGridKey, handleItemClick, handleMouseDown } from './grid-commands.ts'
import { Grid, GridRow, RowGroup } from './grid-parts.tsx'
import { updateHoverTitle } from './hover-title.ts'
import { ItemsPlaceholder } from './items-placeholder.tsx'
import { ListLine, listLineHeight } from './list-line.tsx'
import { cardGap, cardsInset, layoutCards, PictureCard } from './picture-card.tsx'
import { physicalHeight } from './scaled-scroll.ts'
import { shownColumns } from './table/table-columns.tsx'
import { tableFrame } from './table/table-frame.ts'
import { headHeight, TableHead } from './table/table-head.tsx'
import { TableLine, tableLineHeight } from './table/table-line.tsx'
import { type CatalogRows, useCatalogRows } from './use-catalog-rows.ts'
import { useLines } from './use-lines.ts'

/** Number of placeholder rows shown before the first result. */
const placeholderRows = 30

/** Moves the active item of the list, selects and names it, for commands. */
export interface ListMover {
  by: (count: number) => void
  toggle: () => void
  /** Identifier of the active item; undefined while it is loading. */
  activeId: () => string | undefined
}

interface ItemsViewProps {
  query: CatalogQuery
  view: CatalogViewName
  choices: CatalogChoices
  openItemId: string | undefined
  /** The open item, next to or instead of the list. The active row follows it. */
  followed: { id: string; index: number | undefined } | undefined
  /** Receives a function that moves the active row, for commands that work wherever the focus is. */
  mover: RefObject<ListMover | null>
  /** Whether the active item is also opened next to the list. */
  showsItems: boolean
  choosing: Choosing
  /**
   * `browsing`: the item was opened by moving the active row, so the address is replaced and no history entry
   * is added. `index`: the item's index in the result, or undefined while the rows still belong to the
   * previous query.
   */
  onOpen: (itemId: string, how: 'chosen' | 'browsing', index: number | undefined) => void
  onClose: () => void
  onSort: (sort: CatalogQuery['sort']) => void
  /** Rendered when there are no rows. */
  whenEmpty: (rows: CatalogRows) => ReactNode
  onRows: (rows: CatalogRows) => void
}

/**
 * The items of a query as a table, pictures or a list: a virtualized grid that renders only the visible
 * items.
 */
export function ItemsView(props: ItemsViewProps) {
  const { query, view, choices, openItemId, showsItems, choosing, onOpen, onClose, onRows } = props
  const { followed, mover } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [place] = useState(savedPlace)
  const [itemCount, setItemCount] = useState(place.total || placeholderRows)
  const inset = view === 'table' ? headHeight : 0

  const [width, setWidth] = useState(0)
  const cards = useMemo(() => layoutCards(choices.pictureSize, width), [choices.pictureSize, width])
  const perLine = view === 'pictures' ? cards.perLine : 1
  const lineHeight =
    view === 'pictures' ? cards.lineHeight : view === 'table' ? tableLineHeight : listLineHeight

  const firstItem = useRef(place.first)
  const placeholder = useRef<HTMLDivElement>(null)
  const lines = useLines(scroller, placeholder, {
    lines: Math.ceil(itemCount / perLine),
    lineHeight,
    inset,
    startAt: Math.floor(place.first / perLine),
    onRest: (line) => {
      firstItem.current = line * perLine
      savePlace({ first: firstItem.current })
    },
  })
  if (lines.width !== width) setWidth(lines.width)
  const rows = useCatalogRows(query, {
    first: lines.first * perLine,
    last: lines.last * perLine + perLine - 1,
  })
  const { rowAt, shown } = rows
  const isCounted = rows.isTotalExact !== false
  const total = rows.total ?? 0
  // Derived from the query of the rows that are shown, not from the search field, so that a keystroke renders
  // the lines once, when its result arrives.
  const { alsoShowing } = rows
  const words = useMemo(() => searchedWords(shown.selection.text, alsoShowing), [shown, alsoShowing])
  const address = useMemo(() => writeCatalogQuery(shown), [shown])
  useEffect(() => onRows(rows))

  const [active, setActive] = useState(place.active)
  const { toLine, reveal, firstVisible } = lines
  // A new query is shown from its first row; the same query keeps its scroll position.
  const lastShown = useRef(shown)
  // A restored position far down is kept while the items are counted again.
  const keepsPlace = !isCounted && place.total > 0 && lastShown.current === shown
  if (rows.total !== undefined && rows.total !== itemCount && !keepsPlace) setItemCount(rows.total)
  // Enter pressed before the result arrives opens the active item of the new result.
  const hasResult = rows.total !== undefined && !rows.isStale
  const openOnResult = useRef(false)
  useEffect(() => {
    if (!openOnResult.current || !hasResult) return
    openOnResult.current = false
    const index = lastShown.current === shown ? active : 0
    const row = rowAt(index)
    if (row) onOpen(row.id, 'chosen', index)
  })
  useEffect(() => {
    if (lastShown.current === shown) return
    lastShown.current = shown
    setActive(0)
    firstItem.current = 0
    savePlace({ first: 0, active: 0 })
    toLine(0)
  }, [shown, toLine])
  useEffect(() => {
    if (rows.total !== undefined && !rows.isStale && isCounted) savePlace({ address, total: rows.total })
  }, [rows.total, rows.isStale, isCounted, address])
  // An item opened outside the list, for example with "Next item", becomes the position to restore.
  const followedId = useRef(place.total > 0 ? place.itemId : undefined)
  const { id: openId, index: openIndex } = followed ?? {}
  useEffect(() => {
    if (openId === undefined) followedId.current = undefined
    // Its index may be known before the total is; until then, the list is too short to scroll to it.
    if (openId === followedId.current || openIndex === undefined || openIndex >= itemCount) return
    followedId.current = openId
    setActive(openIndex)
    reveal(Math.floor(openIndex / perLine))
    firstItem.current = firstVisible() * perLine
    savePlace({ active: openIndex, first: firstItem.current })
  }, [openId, openIndex, itemCount, perLine, reveal, firstVisible])
  // After a change of the view or of the cards per line, the same item stays first.
  const lastLayout = useRef({ view, perLine })
  useEffect(() => {
    if (lastLayout.current.view === view && lastLayout.current.perLine === perLine) return
    lastLayout.current = { view, perLine }
    toLine(Math.floor(firstItem.current / perLine))
  }, [view, perLine, toLine])

  const indexIfCurrent = (index: number) => (hasResult ? index : undefined)
  const chooseTo = useRangeChoice({ choosing, query: shown, rowAt, active })
  const shownIndex = Math.min(active, Math.max(0, total - 1))
  const commands: GridCommands = {
    total,
    active: shownIndex,
    perLine,
    perPage: Math.max(1, Math.floor(lines.geometry.viewport / lineHeight) - 1) * perLine,
    goTo(index, shows) {
      setActive(index)
      reveal(Math.floor(index / perLine))
      firstItem.current = firstVisible() * perLine
      savePlace({ active: index, first: firstItem.current })
      const row = rowAt(index)
      if (shows && showsItems && row && row.id !== openItemId)
        onOpen(row.id, 'browsing', indexIfCurrent(index))
    },
    open: (index) => withRow(index, (row) => onOpen(row.id, 'chosen', indexIfCurrent(index))),
    openActive() {
      if (hasResult) commands.open(shownIndex)
      else openOnResult.current = true
    },
    chooseOnly(index) {
      choosing.anchor.current = index
      withRow(index, (row) => choosing.only(row.id))
    },
    toggle(index) {
      choosing.anchor.current = index
      withRow(index, (row) => choosing.set([row.id], !isChosen(choosing.choice, row.id)))
    },
    chooseTo,
    // The selection bar shows the number of items, which is not known before they are counted.
    chooseAll: () => isCounted && choosing.all(shown.selection, total),
    escape: () => (choosing.size > 0 ? choosing.clear() : onClose()),
  }
  const withRow = (index: number, then: (row: CatalogRow) => void) => {
    const row = rowAt(index)
    if (row) then(row)
  }

  useEffect(() => {
    mover.current = {
      by(by) {
        if (total > 0) commands.goTo(Math.max(0, Math.min(total - 1, shownIndex + by)), true)
      },
      toggle: () => commands.toggle(shownIndex),
      activeId: () => (hasResult ? rowAt(shownIndex)?.id : undefined),
    }
  })

  const columns = useMemo(() => shownColumns(choices.columns), [choices.columns])
  const frame = useMemo(
    () => (view === 'table' ? tableFrame(columns, choices.widths) : undefined),
    [view, columns, choices.widths],
  )
  const idOf = (index: number) => `${gridId}-${index}`
  const itemProps = (index: number) => {
    const row = rowAt(index)
    return {
      id: idOf(index),
      row,
      index,
      active: index === shownIndex,
      open: row !== undefined && row.id === openItemId,
      chosen: row !== undefined && isChosen(choosing.choice, row.id),
      href: row ? `/catalog/${encodeURIComponent(row.id)}${address}` : '',
      words,
    }
  }
  const drawLine = (line: number) => {
    const top = (line - lines.base) * lineHeight
    const key = line % lines.slots
    if (view === 'table')
      return <TableLine key={key} top={top} columns={columns} frozen={choices.frozen} {...itemProps(line)} />
    if (view === 'list') return <ListLine key={key} top={top} {...itemProps(line)} />
    const first = line * perLine
    const count = Math.max(0, Math.min(perLine, itemCount - first))
    return (
      <GridRow
        key={key}
        aria-rowindex={line + 1}
        style={{
          transform: `translateY(${top}px)`,
          height: lineHeight,
          paddingBlock: cardGap / 2,
          paddingInline: cardsInset,
          gap: cardGap,
          gridTemplateColumns: `repeat(${perLine}, ${cards.width}px)`,
        }}
        className="absolute inset-x-0 top-0 grid"
      >
        {Array.from({ length: count }, (_, column) => (
          <PictureCard
            // The key is the position in the line: the card element is reused when its line shows another
            // item.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={column}
            column={column}
            size={choices.pictureSize}
            {...itemProps(first + column)}
          />
        ))}
      </GridRow>
    )
  }

  if (rows.total === 0 || (rows.total === undefined && rows.error)) return props.whenEmpty(rows)
  const activeLine = Math.floor(shownIndex / perLine)
  const activeIsDrawn = total > 0 && activeLine >= lines.first && activeLine <= lines.last
  return (
    <Grid
      ref={scroller}
      aria-label={t`Items`}
      aria-rowcount={
        rows.total === undefined || !isCounted ? -1 : lines.geometry.rows + (view === 'table' ? 1 : 0)
      }
      aria-colcount={view === 'pictures' ? perLine : undefined}
      aria-multiselectable
      aria-busy={rows.total === undefined || rows.isStale}
      aria-activedescendant={activeIsDrawn ? idOf(shownIndex) : undefined}
      onKeyDown={(event) => {
        openOnResult.current = false
        handleGridKey(event, commands)
      }}
      onBlur={() => {
        openOnResult.current = false
      }}
      onMouseDown={handleMouseDown}
      onClick={(event) => handleItemClick(event, commands)}
      onMouseOver={(event) => updateHoverTitle(event, columns, rowAt)}
      onScroll={lines.onScroll}
      style={frame}
      className="group/grid relative min-h-0 flex-1 overflow-x-auto overflow-y-scroll bg-surface outline-none [overflow-anchor:none]"
    >
      {view === 'table' && (
        <TableHead columns={columns} choices={choices} sort={query.sort} onSort={props.onSort} />
      )}
      <ItemsPlaceholder
        ref={placeholder}
        view={view}
        columns={columns}
        cards={cards}
        inset={inset}
        height={lines.geometry.viewport}
      />
      <div
        className="relative overflow-clip"
        style={{ height: physicalHeight(lines.geometry), ...(frame && { minWidth: 'var(--table-width)' }) }}
      >
        <RowGroup
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${lines.baseTop}px)` }}
        >
          {Array.from({ length: Math.max(0, lines.last - lines.first + 1) }, (_, n) =>
            drawLine(lines.first + n),
          )}
        </RowGroup>
      </div>
    </Grid>
  )
}
