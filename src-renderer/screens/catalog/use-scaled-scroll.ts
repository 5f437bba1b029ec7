import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { at, follow, type Geometry, type Position, revealing, start } from './scaled-scroll.ts'

/** After this long without a scroll event the two kinds of pixels are brought together. */
const restMilliseconds = 150

export interface ScaledScroll {
  position: Position
  geometry: Geometry
  onScroll: () => void
  /** Scrolls just enough to show the whole row. */
  reveal: (index: number) => void
  toTop: () => void
}

/**
 * Ties scaled-scroll.ts to an element. `inset` is the part of the element covered by a sticky header, in pixels.
 */
export function useScaledScroll(
  scroller: RefObject<HTMLElement | null>,
  { rows, rowHeight, inset }: { rows: number; rowHeight: number; inset: number },
): ScaledScroll {
  const [viewport, setViewport] = useState(0)
  const [position, setPosition] = useState(start)
  const geometry: Geometry = { rows, rowHeight, viewport }
  const latest = useRef({ position, geometry })
  latest.current.geometry = geometry
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const move = useCallback(
    (next: Position) => {
      latest.current.position = next
      setPosition(next)
      if (scroller.current && Math.abs(scroller.current.scrollTop - next.physical) >= 1) {
        scroller.current.scrollTop = next.physical
        // The browser rounds; what it made of it is what the next scroll event starts from.
        latest.current.position = { ...next, physical: scroller.current.scrollTop }
        setPosition(latest.current.position)
      }
    },
    [scroller],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    // A hidden element reports zero: where the list stood is kept for when it is shown again.
    if (!element || element.clientHeight === 0) return
    const { position: previous, geometry: present } = latest.current
    if (element.scrollTop === previous.physical) return
    const next = follow(previous, element.scrollTop, present)
    latest.current.position = next
    setPosition(next)
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      const { position: resting, geometry: resized } = latest.current
      move(at(resting.logical, resized))
    }, restMilliseconds)
  }, [scroller, move])

  useEffect(() => () => clearTimeout(restTimer.current), [])

  // The element may come, go and be another one between two renderings; what is measured follows it.
  const observed = useRef<HTMLElement>(null)
  const observer = useRef<ResizeObserver>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === observed.current) return
    observed.current = element
    observer.current?.disconnect()
    if (!element) return
    observer.current = new ResizeObserver(() => {
      const height = Math.max(0, element.clientHeight - inset)
      if (height === 0) return
      setViewport(height)
      if (element.scrollTop !== latest.current.position.physical)
        element.scrollTop = latest.current.position.physical
    })
    observer.current.observe(element)
  })
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observed.current = null
    },
    [],
  )

  // Fewer rows than before: the end may now lie above where the list stood.
  useLayoutEffect(() => {
    const { position: present } = latest.current
    const inside = at(present.logical, { rows, rowHeight, viewport })
    if (viewport > 0 && inside.logical !== present.logical) move(inside)
  }, [rows, rowHeight, viewport, move])

  const reveal = useCallback(
    (index: number) => {
      const { position: present, geometry: known } = latest.current
      const next = revealing(index, present, known)
      if (next !== present) move(next)
    },
    [move],
  )
  const toTop = useCallback(() => move(start), [move])

  return { position, geometry, onScroll, reveal, toTop }
}
