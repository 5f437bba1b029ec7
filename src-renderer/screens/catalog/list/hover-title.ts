import type { MouseEvent } from 'react'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { nameOf } from './item-cells.tsx'
import type { TableColumn } from './table/table-columns.tsx'

let titled: HTMLElement | undefined

/**
 * What has the mouse says its whole text as its title; nothing else has one. A title for each cell would be set anew, and
 * its style computed, with every line that is scrolled in.
 */
export function titleHovered(
  { target }: MouseEvent,
  columns: readonly TableColumn[],
  rowAt: (index: number) => CatalogRow | undefined,
): void {
  titled?.removeAttribute('title')
  titled = undefined
  const over = target instanceof Element ? target : undefined
  const row = rowAt(Number(over?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN))
  const place = over?.closest<HTMLElement>('[data-open], [data-column]')
  if (!row || !place) return
  const id = place.dataset['column']
  const text =
    id === undefined
      ? nameOf(row)
      : id === 'name'
        ? ''
        : columns.find((column) => column.id === id)?.text(row)
  if (!text) return
  place.title = text
  titled = place
}
