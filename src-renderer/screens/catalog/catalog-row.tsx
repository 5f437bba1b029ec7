import clsx from 'clsx'
import type { MouseEvent } from 'react'
import type { CatalogRow as Row } from '../../../src-shared/catalog/model.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { dateAndTime, dateOnly } from '../../ui/words.ts'
import { GridCell, GridRow } from './grid-parts.tsx'

/** Height of every row, in CSS pixels. */
export const rowHeight = 44

/** The columns, for the whole width and for the narrow list beside an open item. */
export const columnsClass = (narrow: boolean): string =>
  narrow
    ? 'grid grid-cols-[1rem_2.25rem_minmax(0,1fr)] gap-3 px-4'
    : 'grid grid-cols-[1rem_2.25rem_minmax(0,3fr)_minmax(0,1.3fr)_minmax(0,1.3fr)_8rem_6.5rem] gap-3 px-6'

interface CatalogRowProps {
  id: string
  index: number
  top: number
  row: Row | undefined
  narrow: boolean
  /** Whether the keyboard focus is on this row. */
  active: boolean
  /** Whether the row's item is open beside the list. */
  open: boolean
  selected: boolean
  href: string
  onOpen: (event: MouseEvent) => void
  onSelect: (selected: boolean) => void
}

export function CatalogRow({
  id,
  index,
  top,
  row,
  narrow,
  active,
  open,
  selected,
  href,
  onOpen,
  onSelect,
}: CatalogRowProps) {
  return (
    <GridRow
      id={id}
      // Row 1 is the header.
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      aria-busy={!row || undefined}
      onClick={row && onOpen}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
      className={clsx(
        columnsClass(narrow),
        'absolute inset-x-0 top-0 items-center border-b border-line',
        open || selected ? 'bg-accent-wash' : 'hover:bg-hover',
        active &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-focus',
      )}
    >
      {row ? <Cells {...{ row, narrow, selected, href, onSelect }} /> : <PlaceholderCells narrow={narrow} />}
    </GridRow>
  )
}

function Cells({
  row,
  narrow,
  selected,
  href,
  onSelect,
}: Pick<CatalogRowProps, 'narrow' | 'selected' | 'href' | 'onSelect'> & { row: Row }) {
  const name = row.name || 'No name'
  const secondary = [row.brand, row.code].filter(Boolean).join(' · ')
  return (
    <>
      {/* A click on the box ticks it and does not open the row. */}
      <GridCell className="flex" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          label={`Select ${name}`}
          labelHidden
          checked={selected}
          onCheckedChange={onSelect}
          tabIndex={-1}
        />
      </GridCell>
      <GridCell>
        <Thumbnail url={row.thumbnail} placeholder={row.placeholder} className="size-9" />
      </GridCell>
      <GridCell className="min-w-0">
        <a
          href={href}
          tabIndex={-1}
          title={name}
          onClick={(event) => event.preventDefault()}
          className={clsx('block truncate font-medium', row.notSeenSince ? 'text-ink-soft' : 'text-ink')}
        >
          {name}
        </a>
        {row.notSeenSince && !narrow && (
          <span className="block truncate text-xs text-warn" title={dateAndTime(row.notSeenSince)}>
            Last listed {dateOnly(row.notSeenSince)}
          </span>
        )}
        {narrow && (
          <span className="tabular block truncate text-xs text-ink-faint">
            {row.notSeenSince && (
              <span className="text-warn">Last listed {dateOnly(row.notSeenSince)} · </span>
            )}
            {secondary}
          </span>
        )}
      </GridCell>
      {!narrow && (
        <>
          <GridCell className="truncate text-ink-soft" title={row.brand}>
            {row.brand}
          </GridCell>
          <GridCell className="truncate text-ink-soft" title={row.manufacturer}>
            {row.manufacturer}
          </GridCell>
          <GridCell className="tabular truncate text-ink-soft">{row.code}</GridCell>
          <GridCell
            className="tabular truncate text-right text-ink-faint"
            title={dateAndTime(row.lastUpdated)}
          >
            {row.lastUpdated && dateOnly(row.lastUpdated)}
          </GridCell>
        </>
      )}
    </>
  )
}

function PlaceholderCells({ narrow }: { narrow: boolean }) {
  const widths = narrow ? ['w-3/5'] : ['w-3/5', 'w-2/3', 'w-2/3', 'w-24', 'ml-auto w-16']
  return (
    <>
      <GridCell>
        <span className="sr-only">Loading</span>
      </GridCell>
      <GridCell>
        <Skeleton className="size-9" />
      </GridCell>
      {widths.map((width, index) => (
        // The index is the key: all placeholders are alike.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <GridCell key={index}>
          <Skeleton className={`h-3 ${width}`} />
        </GridCell>
      ))}
    </>
  )
}
