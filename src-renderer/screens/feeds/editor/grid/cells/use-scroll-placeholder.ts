import { type RefObject, useEffect } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import { FastScroll, skeletonBars, skeletonRules } from '../../../../../ui/scroll-placeholder.tsx'
import { rowHeight } from './grid-cells.tsx'

/** Positions the placeholder over the rows, excluding the scroll bars, with one bar per visible column. */
function cover(element: HTMLElement, placeholder: HTMLElement): void {
  const all = [...element.querySelectorAll('[role="columnheader"]')]
  const rectOf = (head: Element) => head.getBoundingClientRect()
  const frozen = all.filter((head) => head.matches('.rdg-cell-frozen-start')).map(rectOf)
  const frozenEnd = Math.max(...frozen.map(({ right }) => right))
  // Columns that start under the frozen ones are omitted.
  const heads = [...frozen, ...all.map(rectOf).filter((head) => head.left >= frozenEnd)]
  const { left, top } = element.getBoundingClientRect()
  const start = left + element.clientLeft
  const headsEnd = Math.max(top, ...heads.map(({ bottom }) => bottom)) - top
  const bars = heads
    .filter((head) => head.right > start && head.left < start + element.clientWidth)
    .map((head) => ({ left: head.left - start + 8, top: 10, width: `${0.6 * head.width}px`, height: 12 }))
  Object.assign(placeholder.style, {
    top: `${headsEnd}px`,
    width: `${element.clientWidth}px`,
    height: `${element.clientHeight - headsEnd}px`,
    background: `${skeletonBars(rowHeight, bars)}, ${skeletonRules(rowHeight)} var(--color-surface)`,
  })
}

/**
 * Shows the placeholder during fast scrolling. The library receives the new scroll position when scrolling
 * settles.
 */
export function useScrollPlaceholder(
  grid: RefObject<DataGridHandle | null>,
  placeholder: RefObject<HTMLElement | null>,
  isLoaded: boolean,
): void {
  useEffect(() => {
    const element = isLoaded ? grid.current?.element : undefined
    if (!element) return
    let before = element.scrollTop
    const fast = new FastScroll(placeholder)
    const onScroll = (event: Event) => {
      const shown = placeholder.current
      if (!shown || !event.isTrusted) return
      const by = element.scrollTop - before
      before = element.scrollTop
      const wasHidden = shown.hidden
      if (!fast.coversRows(by, element.clientHeight, () => element.dispatchEvent(new Event('scroll')))) return
      event.stopImmediatePropagation()
      if (wasHidden) cover(element, shown)
    }
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      fast.end()
      element.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [grid, placeholder, isLoaded])
}
