import clsx from 'clsx'
import type { CSSProperties } from 'react'
import type { TableColumn } from './table-columns.tsx'

/** Width of the checkbox column, in pixels. */
const tickWidth = 36

export const narrowestColumn = 48
export const maxColumnWidth = 900

export const widthOf = (column: TableColumn, widths: Readonly<Record<string, number>>): number =>
  Math.round(Math.max(narrowestColumn, Math.min(maxColumnWidth, widths[column.id] ?? column.width)))

/**
 * The column widths as CSS variables of the grid, so that resizing a column does not render the lines again.
 * Columns of texts share the remaining width, except those that a person has resized.
 */
export function tableFrame(
  columns: readonly TableColumn[],
  widths: Readonly<Record<string, number>>,
): CSSProperties {
  const sizes = columns.map((column) => widthOf(column, widths))
  const template = columns.map(({ id, grows }, index) =>
    grows !== undefined && (id === 'name' || widths[id] === undefined)
      ? `minmax(${sizes[index]}px,${grows}fr)`
      : `${sizes[index]}px`,
  )
  const variables: Record<string, string> = {
    '--columns': [`${tickWidth}px`, ...template, '16px'].join(' '),
    '--table-width': `${sizes.reduce((all, size) => all + size, tickWidth + 16)}px`,
    '--left-0': '0px',
  }
  let left = tickWidth
  sizes.forEach((size, index) => {
    variables[`--left-${index + 1}`] = `${left}px`
    left += size
  })
  return variables
}

/** Offset of a frozen column. Index 0 is the checkbox column. */
export const frozenStyle = (index: number): CSSProperties => ({ left: `var(--left-${index})` })

/** A frozen cell covers the cells that scroll under it. The last one has a border at its end. */
export const frozenClass = (isLast: boolean): string =>
  clsx('sticky z-10 bg-inherit', isLast && 'border-e border-line')
