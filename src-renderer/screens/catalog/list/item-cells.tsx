import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { selectedClass } from '../../../ui/selected-class.ts'
import { dateAndTime, dateOnly } from '../../../ui/text/words.ts'
import { Highlighted } from '../search/highlight.tsx'

/**
 * Parts shared by the lines of all views. Lines have no event handlers: the grid handles events and finds the
 * item by `data-index` (grid-commands.ts). So a line is rendered again only when its own item or state
 * changes.
 */
export interface ItemState {
  /** Undefined while the item is loading. */
  row: CatalogRow | undefined
  index: number
  /** Whether this is the active item of the grid. */
  active: boolean
  /** Whether the item is open next to the list. */
  open: boolean
  chosen: boolean
}

export const nameOf = (row: CatalogRow): string => row.name || t`No name`

/** The checkbox that selects an item. It is not focusable; the focus stays on the grid. */
export function Tick({ row, chosen, className }: { row: CatalogRow; chosen: boolean; className?: string }) {
  return (
    <input
      type="checkbox"
      data-tick
      readOnly
      tabIndex={-1}
      checked={chosen}
      aria-label={t`Select ${nameOf(row)}`}
      className={clsx('size-4 accent-accent', className)}
    />
  )
}

/** The item's name, as a link that opens it. */
export function NameLink({
  row,
  href,
  words,
  className,
}: {
  row: CatalogRow
  href: string
  words: readonly string[]
  className?: string
}) {
  return (
    <a
      href={href}
      data-open
      tabIndex={-1}
      dir="auto"
      className={clsx(
        'font-medium decoration-line-strong underline-offset-2 hover:underline',
        row.notSeenSince ? 'text-ink-soft' : 'text-ink',
        className,
      )}
    >
      <Highlighted text={nameOf(row)} words={words} />
    </a>
  )
}

/** Date since which the service no longer lists an item. */
export function LastListed({ row, className }: { row: CatalogRow; className?: string }) {
  if (!row.notSeenSince) return null
  return (
    <span className={clsx('text-xs text-warn', className)} title={dateAndTime(row.notSeenSince)}>
      <Trans>Last listed {dateOnly(row.notSeenSince)}</Trans>
    </span>
  )
}

/** Background of a line or card, and the outline of the active item. */
export const stateClass = ({ active, open, chosen }: Pick<ItemState, 'active' | 'open' | 'chosen'>): string =>
  clsx(
    chosen ? selectedClass : open ? 'bg-hover' : 'bg-surface hover-at-rest:bg-hover',
    // Drawn above the frozen cells, whose background would hide an outline on the line itself.
    active &&
      'after:pointer-events-none after:absolute after:inset-0 after:z-20 after:rounded-[inherit] group-focus-visible/grid:after:outline-2 group-focus-visible/grid:after:-outline-offset-2 group-focus-visible/grid:after:outline-focus',
  )
