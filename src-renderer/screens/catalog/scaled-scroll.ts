import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The arithmetic of a list longer than a browser can scroll. Chromium ends elements at 33,554,430 device pixels, which
 * is 762,600 rows of 44 px, and half of that at 200% zoom. The list is therefore never taller than `tallest`;
 * where its rows would need more, a position in the browser's pixels (physical) stands for one in the rows' pixels
 * (logical). Small steps, by wheel or key, move both alike, so that scrolling feels as always; a jump, by the
 * scrollbar, is scaled; at rest the two are brought together again. Rows are all of one height, so that every answer
 * here takes the same time for ten rows and for ten million.
 */

/** Tallest element used, in CSS pixels: safe up to a zoom of 400%. */
export const tallest = 8_000_000

export interface Geometry {
  rows: number
  rowHeight: number
  /** Height of what is visible of the rows. */
  viewport: number
}

/** Where the list stands, in both kinds of pixels. */
interface Position {
  physical: number
  logical: number
}

export const start: Position = { physical: 0, logical: 0 }

const clamp = (value: number, lowest: number, highest: number): number =>
  Math.max(lowest, Math.min(highest, value))

const logicalHeight = ({ rows, rowHeight }: Geometry): number => rows * rowHeight

/** The height to give the element that holds the rows. */
export const physicalHeight = (geometry: Geometry): number => Math.min(logicalHeight(geometry), tallest)

const lastLogical = (geometry: Geometry): number => Math.max(0, logicalHeight(geometry) - geometry.viewport)
const lastPhysical = (geometry: Geometry): number => Math.max(0, physicalHeight(geometry) - geometry.viewport)

const isScaled = (geometry: Geometry): boolean => logicalHeight(geometry) > tallest

/** The position at a logical offset, the two kinds of pixels in step. */
export function at(logical: number, geometry: Geometry): Position {
  const inside = clamp(logical, 0, lastLogical(geometry))
  if (!isScaled(geometry)) return { logical: inside, physical: inside }
  return { logical: inside, physical: (inside / lastLogical(geometry)) * lastPhysical(geometry) }
}

/** Where the list stands after the browser scrolled to `physical`. */
export function follow(previous: Position, physical: number, geometry: Geometry): Position {
  if (!isScaled(geometry)) return { logical: clamp(physical, 0, lastLogical(geometry)), physical }
  // The ends are the ends, whatever steps led there.
  if (physical <= 0) return { logical: 0, physical }
  if (physical >= lastPhysical(geometry)) return { logical: lastLogical(geometry), physical }
  const step = physical - previous.physical
  if (Math.abs(step) <= geometry.viewport) {
    return { logical: clamp(previous.logical + step, 0, lastLogical(geometry)), physical }
  }
  return { logical: (physical / lastPhysical(geometry)) * lastLogical(geometry), physical }
}

/** First and last index to draw, with `overscan` more on either side; last below first when there are no rows. */
export function visibleRows(
  position: Position,
  geometry: Geometry,
  overscan: number,
): { first: number; last: number } {
  const { rows, rowHeight, viewport } = geometry
  return {
    first: Math.max(0, Math.floor(position.logical / rowHeight) - overscan),
    last: Math.min(rows - 1, Math.ceil((position.logical + viewport) / rowHeight) - 1 + overscan),
  }
}

/** Where a row is drawn inside the element that holds the rows: whole physical pixels, so that lines stay sharp. */
export const rowTop = (index: number, position: Position, geometry: Geometry): number =>
  index * geometry.rowHeight + Math.round(position.physical - position.logical)

/** The position nearest to the present one in which the whole row is visible; the same object if it already is. */
export function revealing(index: number, position: Position, geometry: Geometry): Position {
  const top = index * geometry.rowHeight
  const bottom = top + geometry.rowHeight
  if (top < position.logical) return at(top, geometry)
  if (bottom > position.logical + geometry.viewport) return at(bottom - geometry.viewport, geometry)
  return position
}

/** After this long without a scroll event the two kinds of pixels are brought together. */
const restMilliseconds = 150

interface ScaledScroll {
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
