import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo } from 'react'
import { Skeleton } from '../../../../ui/layout/states.tsx'
import { Thumbnail } from '../../../../ui/thumbnail.tsx'
import { GridCell, GridRow } from '../grid-parts.tsx'
import { type ItemState, LastListed, NameLink, stateClass, Tick } from '../item-cells.tsx'
import type { TableColumn } from './table-columns.tsx'
import { frozenClass, frozenStyle } from './table-frame.ts'

/** Height of a table line, in pixels. */
export const tableLineHeight = 44

interface TableLineProps extends ItemState {
  id: string
  top: number
  href: string
  columns: readonly TableColumn[]
  frozen: number
  words: readonly string[]
}

const tickCell = 'flex items-center justify-end pe-1'
const nameCell = 'flex min-w-0 items-center px-2'
/**
 * The text is a direct child of the cell, with the line height of the row: fewer elements per line make
 * scrolling faster.
 */
const textCell = 'min-w-0 truncate px-2 leading-[43px] text-ink-soft'

/** A line of the table: one item, with a cell per column. */
export const TableLine = memo(function TableLine(props: TableLineProps) {
  const { id, top, row, index, href, columns, frozen, words, open, chosen } = props
  return (
    <GridRow
      id={id}
      data-index={index}
      // Line 1 is the header.
      aria-rowindex={index + 2}
      aria-selected={chosen}
      aria-current={open || undefined}
      aria-busy={!row || undefined}
      style={{ height: tableLineHeight, transform: `translateY(${top}px)` }}
      className={clsx(
        'absolute inset-x-0 top-0 grid grid-cols-(--columns) items-stretch border-b border-line [contain:strict]',
        stateClass(props),
      )}
    >
      <GridCell
        data-ticks
        style={frozenStyle(0)}
        className={frozen > 0 ? `${tickCell} ${frozenClass(false)}` : tickCell}
      >
        {row ? (
          <Tick row={row} chosen={chosen} />
        ) : (
          <span className="sr-only">
            <Trans>Loading</Trans>
          </span>
        )}
      </GridCell>
      {columns.map((column, columnIndex) => (
        <GridCell
          key={column.id}
          data-column={column.id}
          dir={column.id === 'name' ? undefined : 'auto'}
          aria-description={row && column.needsDescription ? column.text(row) : undefined}
          style={columnIndex < frozen ? frozenStyle(columnIndex + 1) : undefined}
          className={clsx(
            column.id === 'name' ? nameCell : textCell,
            column.isNumber && 'tabular text-right! rtl:text-left!',
            columnIndex < frozen && frozenClass(columnIndex === frozen - 1),
          )}
        >
          {!row ? (
            <Placeholder isName={column.id === 'name'} />
          ) : column.id === 'name' ? (
            <>
              <Thumbnail isEager url={row.thumbnail} placeholder={row.placeholder} className="me-3 size-9" />
              {row.notSeenSince ? (
                <span className="min-w-0">
                  <NameLink row={row} href={href} words={words} className="block truncate" />
                  <LastListed row={row} className="block truncate" />
                </span>
              ) : (
                <NameLink row={row} href={href} words={words} className="line-clamp-2 leading-4" />
              )}
            </>
          ) : column.draw ? (
            column.draw(row, words)
          ) : (
            column.text(row)
          )}
        </GridCell>
      ))}
    </GridRow>
  )
})

const Placeholder = ({ isName }: { isName: boolean }) =>
  isName ? (
    <>
      <Skeleton isStill className="me-3 size-9" />
      <Skeleton isStill className="h-3 w-3/5" />
    </>
  ) : (
    <Skeleton isStill className="mt-4 h-3 w-2/3" />
  )
