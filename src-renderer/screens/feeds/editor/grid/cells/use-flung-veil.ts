import { type RefObject, useEffect } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import { FlingWatch, flungMilliseconds } from '../../../../../ui/fling.ts'
import { rowHeight } from './grid-cells.tsx'

/** A line under each row, and a grey bar in each column whose head is in sight. `left`: where the first pixel is. */
function rowsBelow(heads: readonly DOMRect[], left: number, width: number): string {
  const inSight = heads.filter((head) => head.right > left && head.left < left + width)
  const bars = inSight.map(
    (head) =>
      `linear-gradient(transparent 10px, var(--color-pressed) 10px 22px, transparent 0) ${head.left - left + 8}px 0 / ${0.6 * head.width}px ${rowHeight}px repeat-y`,
  )
  const lines = `linear-gradient(transparent ${rowHeight - 1}px, var(--color-line) 0) 0 0 / 100% ${rowHeight}px`
  return [...bars, `${lines} var(--color-surface)`].join()
}

/** Puts the veil over the rows, but not over the scroll bars. */
function cover(element: HTMLElement, veil: HTMLElement): void {
  const all = [...element.querySelectorAll('[role="columnheader"]')]
  const placeOf = (head: Element) => head.getBoundingClientRect()
  const frozen = all.filter((head) => head.matches('.rdg-cell-frozen-start')).map(placeOf)
  const frozenEnd = Math.max(...frozen.map(({ right }) => right))
  // What begins under the columns that stay in sight is left out.
  const heads = [...frozen, ...all.map(placeOf).filter((head) => head.left >= frozenEnd)]
  const { left, top } = element.getBoundingClientRect()
  const headsEnd = Math.max(top, ...heads.map(({ bottom }) => bottom)) - top
  Object.assign(veil.style, {
    top: `${headsEnd}px`,
    width: `${element.clientWidth}px`,
    height: `${element.clientHeight - headsEnd}px`,
    background: rowsBelow(heads, left + element.clientLeft, element.clientWidth),
  })
  veil.hidden = false
}

/**
 * Rows that are flung past (fling.ts) are not drawn: `veil`, which lies over the place of the rows, stands for them. The
 * library hears of such scrolling when it has come to rest.
 */
export function useFlungVeil(
  grid: RefObject<DataGridHandle | null>,
  veil: RefObject<HTMLElement | null>,
  isThere: boolean,
): void {
  useEffect(() => {
    const element = isThere ? grid.current?.element : undefined
    if (!element) return
    let before = element.scrollTop
    const fling = new FlingWatch()
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      if (veil.current) veil.current.hidden = true
      element.dispatchEvent(new Event('scroll'))
    }
    const hear = (event: Event) => {
      const over = veil.current
      if (!over || !event.isTrusted) return
      const { isGreat, isFlung } = fling.step(element.scrollTop - before, element.clientHeight)
      before = element.scrollTop
      if (!isFlung && over.hidden) return
      event.stopImmediatePropagation()
      if (over.hidden) cover(element, over)
      if (!isGreat) return
      clearTimeout(timer)
      timer = setTimeout(rest, flungMilliseconds)
    }
    element.addEventListener('scroll', hear, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', hear, { capture: true })
    }
  }, [grid, veil, isThere])
}
