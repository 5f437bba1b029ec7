import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo } from 'react'
import type { PictureSize } from '../../../../src-shared/catalog/screen.ts'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { amountWords } from '../../../ui/text/words.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { Highlighted } from '../search/highlight.tsx'
import { GridCell } from './grid-parts.tsx'
import { type ItemState, LastListed, NameLink, stateClass, Tick } from './item-cells.tsx'

/** Pixels between two cards, and at both ends of a line. */
export const cardGap = 12
export const cardsInset = 20
/** Padding of a card, in pixels. `textHeight` is the height of the text below the picture. */
export const cardPadding = 8
const textHeight: Record<PictureSize, number> = { small: 44, medium: 64, large: 68 }
const minWidth: Record<PictureSize, number> = { small: 116, medium: 172, large: 264 }

interface CardLayout {
  size: PictureSize
  perLine: number
  /** Width of a card, in pixels. */
  width: number
  lineHeight: number
}

/** Fits as many cards as possible into a line and spreads them over the full width. */
export function layoutCards(size: PictureSize, width: number): CardLayout {
  const available = Math.max(minWidth[size], width - 2 * cardsInset)
  const perLine = Math.max(1, Math.floor((available + cardGap) / (minWidth[size] + cardGap)))
  const card = Math.floor((available - (perLine - 1) * cardGap) / perLine)
  return { size, perLine, width: card, lineHeight: card + textHeight[size] + cardGap }
}

interface PictureCardProps extends ItemState {
  id: string
  column: number
  href: string
  size: PictureSize
  words: readonly string[]
}

/** Card of an item: the picture with the name below. */
export const PictureCard = memo(function PictureCard(props: PictureCardProps) {
  const { id, row, index, column, href, size, words, open, chosen } = props
  return (
    <GridCell
      id={id}
      data-index={index}
      aria-colindex={column + 1}
      aria-selected={chosen}
      aria-current={open || undefined}
      aria-busy={!row || undefined}
      style={{ padding: cardPadding }}
      className={clsx(
        'group/card relative flex min-w-0 flex-col overflow-hidden rounded-lg [contain:strict]',
        open &&
          'shadow-[inset_0_0_0_2px_var(--color-accent)] forced-colors:border-2 forced-colors:border-[Highlight]',
        chosen && 'shadow-[inset_0_0_0_2px_var(--color-accent)]',
        stateClass(props),
        !chosen && !open && 'bg-transparent!',
      )}
    >
      {row ? (
        <>
          <Thumbnail
            isEager
            hasBorder={false}
            url={row.thumbnail}
            placeholder={row.placeholder}
            isLarge={size !== 'small'}
            className={clsx(
              'aspect-square w-full rounded-md shadow-[inset_0_0_0_1px_var(--color-line)] card-hover-at-rest:shadow-[inset_0_0_0_1px_var(--color-line-strong)]',
              size === 'small' ? 'p-2' : size === 'medium' ? 'p-3' : 'p-5',
            )}
          />
          <span
            data-ticks
            className={clsx(
              'absolute top-3.5 start-3.5 flex rounded-sm bg-white p-0.5 shadow-low',
              !chosen && 'opacity-0 card-hover-at-rest:opacity-100',
            )}
          >
            <Tick row={row} chosen={chosen} />
          </span>
          <span className="mt-1.5 flex min-w-0 flex-col px-0.5 text-xs">
            <NameLink
              row={row}
              href={href}
              words={words}
              className={size === 'small' ? 'truncate' : 'line-clamp-2 text-pretty'}
            />
            <span className="flex min-w-0 text-ink-faint">
              {size !== 'small' && (
                <>
                  <LastListed row={row} className="me-1" />
                  <span className="truncate" dir="auto">
                    <Highlighted text={row.brand} words={words} />
                  </span>
                </>
              )}
              {row.size !== '' && (
                // The brand is shortened, the size is not.
                <span className="tabular shrink-0">
                  {size !== 'small' && row.brand !== '' && <span className="whitespace-pre"> · </span>}
                  {amountWords(row.size)}
                </span>
              )}
            </span>
          </span>
        </>
      ) : (
        <>
          <Skeleton isStill className="aspect-square w-full rounded-md!" />
          <Skeleton isStill className="mt-2 h-3 w-4/5" />
          <span className="sr-only">
            <Trans>Loading</Trans>
          </span>
        </>
      )}
    </GridCell>
  )
})
