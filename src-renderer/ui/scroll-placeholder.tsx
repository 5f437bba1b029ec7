import clsx from 'clsx'
import type { ComponentProps, RefObject } from 'react'

/** Milliseconds after the last long step of fast scrolling until the rows are drawn. */
const settleDelay = 120

/**
 * Detects fast scrolling: two steps of more than half the viewport within 120 ms. During fast scrolling the
 * rows are not drawn, and the placeholder covers them until scrolling settles. After a single long step they
 * are drawn at once.
 */
export class FastScroll {
  readonly #placeholder: RefObject<HTMLElement | null>
  #longStepAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(placeholder: RefObject<HTMLElement | null>) {
    this.#placeholder = placeholder
  }

  /**
   * Records a scroll step. @returns whether the placeholder covers the rows, which then need not be drawn
   * @param by pixels scrolled since the last call
   * @param viewport height in pixels
   * @param onSettle called when the rows must be drawn again
   */
  coversRows(by: number, viewport: number, onSettle: () => void): boolean {
    const placeholder = this.#placeholder.current
    const now = performance.now()
    const isLong = 2 * Math.abs(by) > viewport
    const isFast = isLong && now - this.#longStepAt < settleDelay
    if (isLong) this.#longStepAt = now
    if (!placeholder || (!isFast && placeholder.hidden)) return false
    placeholder.hidden = false
    if (isLong) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => {
        this.end()
        onSettle()
      }, settleDelay)
    }
    return true
  }

  /** Hides the placeholder and cancels a pending `onSettle`. */
  end(): void {
    clearTimeout(this.#timer)
    if (this.#placeholder.current) this.#placeholder.current.hidden = true
  }
}

/** A grey bar of every skeleton row: position and height in pixels, width in any CSS unit. */
interface SkeletonBar {
  left: number
  top: number
  width: string
  height: number
}

/** CSS background that draws skeleton rows: one repeated image for each bar. */
export const skeletonBars = (rowHeight: number, bars: readonly SkeletonBar[]): string =>
  bars
    .map(
      ({ left, top, width, height }) =>
        `linear-gradient(transparent ${top}px, var(--color-pressed) ${top}px ${top + height}px, transparent 0) ${left}px 0 / ${width} ${rowHeight}px repeat-y`,
    )
    .join()

/** CSS background that draws the line below each row. */
export const skeletonRules = (rowHeight: number): string =>
  `linear-gradient(transparent ${rowHeight - 1}px, var(--color-line) 0) 0 0 / 100% ${rowHeight}px`

/** Covers the rows with skeleton rows during fast scrolling; `FastScroll` shows and hides it. */
export const ScrollPlaceholder = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    hidden
    aria-hidden
    data-scroll-placeholder
    className={clsx('pointer-events-none absolute [contain:strict]', className)}
    {...rest}
  />
)
