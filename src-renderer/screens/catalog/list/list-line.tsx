import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo } from 'react'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { amountWords } from '../../../ui/text/words.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { Highlighted } from '../search/highlight.tsx'
import { GridCell, GridRow } from './grid-parts.tsx'
import { type ItemState, LastListed, NameLink, stateClass, Tick } from './item-cells.tsx'

/** Height of a line of the list, in pixels. */
export const listLineHeight = 64

interface ListLineProps extends ItemState {
  id: string
  top: number
  href: string
  words: readonly string[]
}

/** A line of the narrow list: picture, name, brand, size and code. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { id, top, row, index, href, words, open, chosen } = props
  return (
    <GridRow
      id={id}
      data-index={index}
      aria-rowindex={index + 1}
      aria-selected={chosen}
      aria-current={open || undefined}
      aria-busy={!row || undefined}
      style={{ height: listLineHeight, transform: `translateY(${top}px)` }}
      className={clsx(
        'absolute inset-x-0 top-0 grid grid-cols-[2.25rem_3rem_minmax(0,1fr)] items-center gap-x-3 border-b border-line pe-4 [contain:strict]',
        open &&
          'shadow-[inset_3px_0_var(--color-accent)] forced-colors:border-s-4 forced-colors:border-s-[Highlight]',
        stateClass(props),
      )}
    >
      {row ? (
        <>
          <GridCell data-ticks className="flex h-full items-center justify-end">
            <Tick row={row} chosen={chosen} />
          </GridCell>
          <GridCell>
            <Thumbnail isEager url={row.thumbnail} placeholder={row.placeholder} className="size-12" />
          </GridCell>
          <GridCell className="min-w-0">
            <NameLink row={row} href={href} words={words} className="block truncate" />
            <span className="block truncate text-xs text-ink-soft" dir="auto">
              <Highlighted
                text={[row.brand, amountWords(row.size)].filter(Boolean).join(' · ')}
                words={words}
              />
            </span>
            <span className="tabular block truncate text-xs text-ink-faint">
              <LastListed row={row} className="me-1.5" />
              <Highlighted text={row.code} words={words} />
            </span>
          </GridCell>
        </>
      ) : (
        <>
          <GridCell>
            <span className="sr-only">
              <Trans>Loading</Trans>
            </span>
          </GridCell>
          <GridCell>
            <Skeleton isStill className="size-12" />
          </GridCell>
          <GridCell className="flex flex-col gap-2">
            <Skeleton isStill className="h-3 w-3/5" />
            <Skeleton isStill className="h-2.5 w-2/5" />
          </GridCell>
        </>
      )}
    </GridRow>
  )
})
