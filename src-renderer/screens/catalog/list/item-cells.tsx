import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { chosenLook } from '../../../ui/chosen.ts'
import { dateAndTime, dateOnly } from '../../../ui/text/words.ts'
import { Marked } from '../search/highlight.tsx'

/**
 * What the lines of all views have in common. Lines know nothing of what a press does: the grid around them listens, and
 * finds the item by `data-index` (grid-presses.ts). So a line is drawn anew only when its own item or state changes.
 */
export interface ItemState {
  /** Undefined while the item is fetched. */
  row: CatalogRow | undefined
  index: number
  /** Whether the keyboard is on this item. */
  active: boolean
  /** Whether the item stands open beside the list. */
  open: boolean
  chosen: boolean
}

export const nameOf = (row: CatalogRow): string => row.name || t`No name`

/** The box that selects an item. It takes no focus: the grid has it. */
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
      <Marked text={nameOf(row)} words={words} />
    </a>
  )
}

/** That the service no longer lists an item, and since when. */
export function LastListed({ row, className }: { row: CatalogRow; className?: string }) {
  if (!row.notSeenSince) return null
  return (
    <span className={clsx('text-xs text-warn', className)} title={dateAndTime(row.notSeenSince)}>
      <Trans>Last listed {dateOnly(row.notSeenSince)}</Trans>
    </span>
  )
}

/** The ground of a line or card, and the frame that shows where the keyboard is. */
export const stateClass = ({ active, open, chosen }: Pick<ItemState, 'active' | 'open' | 'chosen'>): string =>
  clsx(
    chosen ? chosenLook : open ? 'bg-hover' : 'bg-surface hover-at-rest:bg-hover',
    // Above the cells that stay in sight, whose ground would hide an outline of the line.
    active &&
      'after:pointer-events-none after:absolute after:inset-0 after:z-20 after:rounded-[inherit] group-focus-visible/grid:after:outline-2 group-focus-visible/grid:after:-outline-offset-2 group-focus-visible/grid:after:outline-focus',
  )
