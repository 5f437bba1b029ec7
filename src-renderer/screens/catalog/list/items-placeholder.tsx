import type { ReactNode, Ref } from 'react'
import type { CatalogViewName } from '../../../../src-shared/catalog/screen.ts'
import { ScrollPlaceholder, skeletonBars, skeletonRules } from '../../../ui/scroll-placeholder.tsx'
import { listLineHeight } from './list-line.tsx'
import { cardGap, cardPadding, cardsInset } from './picture-card.tsx'
import type { TableColumn } from './table/table-columns.tsx'
import { tableLineHeight } from './table/table-line.tsx'

interface ItemsPlaceholderProps {
  ref: Ref<HTMLDivElement>
  view: CatalogViewName
  columns: readonly TableColumn[]
  cards: { perLine: number; width: number; lineHeight: number }
  /** Distance from the top and height of the visible part, in pixels. */
  inset: number
  height: number
}

/**
 * Skeleton lines of each view. They are sticky, so the browser keeps them in place without JavaScript and
 * nothing flickers.
 */
export function ItemsPlaceholder({
  ref,
  view,
  columns,
  cards,
  inset,
  height,
}: ItemsPlaceholderProps): ReactNode {
  const side = cards.width - 2 * cardPadding
  const top = cardGap / 2 + cardPadding
  const card = skeletonBars(cards.lineHeight, [
    { left: cardPadding, top, width: `${side}px`, height: side },
    { left: cardPadding, top: top + side + 8, width: `${Math.round(0.8 * side)}px`, height: 12 },
  ])
  return (
    <div className="sticky z-[15] h-0" style={{ top: inset }}>
      <ScrollPlaceholder ref={ref} style={{ height }} className="inset-x-0 top-0 overflow-clip bg-surface">
        {view === 'table' ? (
          <div
            className="grid h-full grid-cols-(--columns)"
            style={{ background: skeletonRules(tableLineHeight) }}
          >
            <span />
            {columns.map(({ id }) => (
              <span key={id} style={{ background: id === 'name' ? nameBars : textBar }} />
            ))}
          </div>
        ) : view === 'list' ? (
          <div
            className="grid h-full grid-cols-[2.25rem_3rem_minmax(0,1fr)] gap-x-3"
            style={{ background: skeletonRules(listLineHeight) }}
          >
            <span />
            <span style={{ background: listPicture }} />
            <span style={{ background: listTexts }} />
          </div>
        ) : (
          <div
            className="grid h-full"
            style={{
              paddingInline: cardsInset,
              gap: cardGap,
              gridTemplateColumns: `repeat(${cards.perLine}, ${cards.width}px)`,
            }}
          >
            {Array.from({ length: cards.perLine }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all columns are identical
              <span key={column} style={{ background: card }} />
            ))}
          </div>
        )}
      </ScrollPlaceholder>
    </div>
  )
}

const textBar = skeletonBars(tableLineHeight, [{ left: 8, top: 16, width: '60%', height: 12 }])
const nameBars = skeletonBars(tableLineHeight, [
  { left: 8, top: 4, width: '36px', height: 36 },
  { left: 56, top: 16, width: '50%', height: 12 },
])
const listPicture = skeletonBars(listLineHeight, [{ left: 0, top: 8, width: '48px', height: 48 }])
const listTexts = skeletonBars(listLineHeight, [
  { left: 0, top: 16, width: '55%', height: 12 },
  { left: 0, top: 36, width: '35%', height: 10 },
])
