import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of the button with the number of the entries that do not fit, in pixels. */
const restWidth = 48

/**
 * Number of entries of a list that fit in one row, at least one. The list shows all entries when it is first
 * drawn, followed by one element that always stays; their widths are measured before anything is painted.
 */
export function useFittingCount(total: number): { list: RefObject<HTMLUListElement | null>; count: number } {
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState(total)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
    const widths = [...element.children].map((child) => child.getBoundingClientRect().width + gap)
    const last = widths.at(-1) ?? 0
    const measure = () => {
      const room = element.clientWidth + gap - last
      const all = widths.slice(0, total).reduce((sum, width) => sum + width, 0)
      let fitting = 0
      for (let taken = restWidth + gap; fitting < total; fitting++) {
        taken += widths[fitting] ?? 0
        if (taken > room) break
      }
      setCount(all <= room ? total : Math.max(1, fitting))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [total])
  return { list, count }
}
