import type { MouseEvent } from 'react'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { nameOf } from './item-cells.tsx'
import type { TableColumn } from './table/table-columns.tsx'

let titled: HTMLElement | undefined

/**
 * Sets a `title` with the full text on the hovered cell only. A title on every cell would have to be set, and
 * its style computed, for each line scrolled into view.
 */
export function updateHoverTitle(
  { target }: MouseEvent,
  columns: readonly TableColumn[],
  rowAt: (index: number) => CatalogRow | undefined,
): void {
  titled?.removeAttribute('title')
  titled = undefined
  const hovered = target instanceof Element ? target : undefined
  const row = rowAt(Number(hovered?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN))
  const cell = hovered?.closest<HTMLElement>('[data-open], [data-column]')
  if (!row || !cell) return
  const id = cell.dataset['column']
  const text =
    id === undefined
      ? nameOf(row)
      : id === 'name'
        ? ''
        : columns.find((column) => column.id === id)?.text(row)
  if (!text) return
  cell.title = text
  titled = cell
}
