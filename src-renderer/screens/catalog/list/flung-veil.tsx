import type { CSSProperties, ReactNode, Ref } from 'react'
import type { CatalogViewName } from '../../../../src-shared/catalog/screen.ts'
import { listLineHeight } from './list-line.tsx'
import { cardGap, cardPadding, cardsInset } from './picture-card.tsx'
import type { TableColumn } from './table/table-columns.tsx'
import { tableLineHeight } from './table/table-line.tsx'

/** A grey shape that every line has: pixels, but for the width. */
interface Shape {
  left: number
  top: number
  width: string
  height: number
}

/** The shapes of all lines below one another, as one ground. */
const shapesOf = (lineHeight: number, ...shapes: Shape[]): CSSProperties => ({
  background: shapes
    .map(
      ({ left, top, width, height }) =>
        `linear-gradient(transparent ${top}px, var(--color-pressed) ${top}px ${top + height}px, transparent 0) ${left}px 0 / ${width} ${lineHeight}px repeat-y`,
    )
    .join(),
})
const ruled = (lineHeight: number): CSSProperties => ({
  backgroundImage: `linear-gradient(transparent ${lineHeight - 1}px, var(--color-line) 0)`,
  backgroundSize: `100% ${lineHeight}px`,
})

interface FlungVeilProps {
  ref: Ref<HTMLDivElement>
  view: CatalogViewName
  columns: readonly TableColumn[]
  cards: { perLine: number; width: number; lineHeight: number }
  /** Where the lines are in sight: pixels below the top, and how many of them. */
  inset: number
  height: number
}

/**
 * Stands for the lines while they are flung past, whichever they are. It keeps its place without any work of ours: the
 * browser scrolls it in its own thread, so that there is never a blank.
 */
export function FlungVeil({ ref, view, columns, cards, inset, height }: FlungVeilProps): ReactNode {
  return (
    <div className="sticky z-[15] h-0" style={{ top: inset }}>
      <div
        ref={ref}
        hidden
        aria-hidden
        data-flung
        style={{ height }}
        className="absolute inset-x-0 top-0 overflow-clip bg-surface [contain:strict]"
      >
        {view === 'table' ? (
          <div className="grid h-full grid-cols-(--columns)" style={ruled(tableLineHeight)}>
            <span />
            {columns.map(({ id }) => (
              <span
                key={id}
                style={
                  id === 'name'
                    ? shapesOf(
                        tableLineHeight,
                        { left: 8, top: 4, width: '36px', height: 36 },
                        { left: 56, top: 16, width: '50%', height: 12 },
                      )
                    : shapesOf(tableLineHeight, { left: 8, top: 16, width: '60%', height: 12 })
                }
              />
            ))}
          </div>
        ) : view === 'list' ? (
          <div
            className="grid h-full grid-cols-[2.25rem_3rem_minmax(0,1fr)] gap-x-3"
            style={ruled(listLineHeight)}
          >
            <span />
            <span style={shapesOf(listLineHeight, { left: 0, top: 8, width: '48px', height: 48 })} />
            <span
              style={shapesOf(
                listLineHeight,
                { left: 0, top: 16, width: '55%', height: 12 },
                { left: 0, top: 36, width: '35%', height: 10 },
              )}
            />
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
            {Array.from({ length: cards.perLine }, (_, column) => {
              const side = cards.width - 2 * cardPadding
              const top = cardGap / 2 + cardPadding
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are alike
                  key={column}
                  style={shapesOf(
                    cards.lineHeight,
                    { left: cardPadding, top, width: `${side}px`, height: side },
                    {
                      left: cardPadding,
                      top: top + side + 8,
                      width: `${Math.round(0.8 * side)}px`,
                      height: 12,
                    },
                  )}
                />
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}
