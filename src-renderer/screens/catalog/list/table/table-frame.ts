import clsx from 'clsx'
import type { CSSProperties } from 'react'
import type { TableColumn } from './table-columns.tsx'

/** Width of the column of ticks, in pixels. */
const tickWidth = 36

export const narrowestColumn = 48
export const maxColumnWidth = 900

export const widthOf = (column: TableColumn, widths: Readonly<Record<string, number>>): number =>
  Math.round(Math.max(narrowestColumn, Math.min(maxColumnWidth, widths[column.id] ?? column.width)))

/**
 * The widths of the columns as variables of the grid: its lines follow them, and a column is widened without a line being
 * drawn anew. The name takes what is left.
 */
export function tableFrame(
  columns: readonly TableColumn[],
  widths: Readonly<Record<string, number>>,
): CSSProperties {
  const sizes = columns.map((column) => widthOf(column, widths))
  const template = columns.map(({ id }, place) =>
    id === 'name' ? `minmax(${sizes[place]}px,1fr)` : `${sizes[place]}px`,
  )
  const variables: Record<string, string> = {
    '--columns': [`${tickWidth}px`, ...template, '16px'].join(' '),
    '--table-width': `${sizes.reduce((all, size) => all + size, tickWidth + 16)}px`,
    '--left-0': '0px',
  }
  let left = tickWidth
  sizes.forEach((size, place) => {
    variables[`--left-${place + 1}`] = `${left}px`
    left += size
  })
  return variables
}

/** Where a frozen column stays, by its place among the columns with the ticks as the first. */
export const frozenStyle = (place: number): CSSProperties => ({ left: `var(--left-${place})` })

/** A frozen cell hides what passes under it; the last one has a line at its end. */
export const frozenClass = (isLast: boolean): string =>
  clsx('sticky z-10 bg-inherit', isLast && 'border-e border-line')
