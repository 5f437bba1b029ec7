import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The arithmetic of a list longer than a browser can scroll. Chromium ends elements at 33,554,430 device pixels, which
 * is 762,600 rows of 44 px, and half of that at 200% zoom. The list is therefore never taller than `maximumHeight`.
 * When its rows need more, a position in the browser's pixels (physical) stands for a position in the rows' pixels
 * (logical). Small steps, by wheel or key, move both by the same amount, so that scrolling feels as usual. A jump, by
 * the scrollbar, is scaled. When scrolling ends, the two positions are aligned again. All rows have one height, so every
 * function here takes the same time for ten rows and for ten million.
 */

/** Tallest element used, in CSS pixels: safe up to a zoom of 400%. */
export const maximumHeight = 8_000_000

export interface Geometry {
  rows: number
  rowHeight: number
  /** Height of the visible part of the rows. */
  viewport: number
}

/** The scroll position of the list, in both kinds of pixels. */
interface Position {
  physical: number
  logical: number
}

export const startPosition: Position = { physical: 0, logical: 0 }

const clamp = (value: number, lowest: number, highest: number): number =>
  Math.max(lowest, Math.min(highest, value))

const logicalHeight = ({ rows, rowHeight }: Geometry): number => rows * rowHeight

/** The height to give the element that holds the rows. */
export const physicalHeight = (geometry: Geometry): number => Math.min(logicalHeight(geometry), maximumHeight)

const lastLogical = (geometry: Geometry): number => Math.max(0, logicalHeight(geometry) - geometry.viewport)
const lastPhysical = (geometry: Geometry): number => Math.max(0, physicalHeight(geometry) - geometry.viewport)

const isScaled = (geometry: Geometry): boolean => logicalHeight(geometry) > maximumHeight

/** The aligned position at a logical offset. */
export function positionAt(logical: number, geometry: Geometry): Position {
  const inside = clamp(logical, 0, lastLogical(geometry))
  if (!isScaled(geometry)) return { logical: inside, physical: inside }
  return { logical: inside, physical: (inside / lastLogical(geometry)) * lastPhysical(geometry) }
}

/** The position after the browser scrolled to `physical`. */
export function positionAfterScroll(previous: Position, physical: number, geometry: Geometry): Position {
  if (!isScaled(geometry)) return { logical: clamp(physical, 0, lastLogical(geometry)), physical }
  // The ends of the scrollbar are always the ends of the list.
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

/** The top of a row inside the element that holds the rows, in whole physical pixels, so that lines stay sharp. */
export const rowTop = (index: number, position: Position, geometry: Geometry): number =>
  index * geometry.rowHeight + Math.round(position.physical - position.logical)

/** The position nearest to the present one in which the whole row is visible; the same object if it already is. */
export function positionShowing(index: number, position: Position, geometry: Geometry): Position {
  const top = index * geometry.rowHeight
  const bottom = top + geometry.rowHeight
  if (top < position.logical) return positionAt(top, geometry)
  if (bottom > position.logical + geometry.viewport) return positionAt(bottom - geometry.viewport, geometry)
  return position
}

/** Milliseconds without a scroll event after which the two positions are aligned. */
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
 * The scroll position of an element, and functions that change it. `inset` is the part of the element covered by a sticky header, in pixels.
 */
export function useScaledScroll(
  scroller: RefObject<HTMLElement | null>,
  { rows, rowHeight, inset }: { rows: number; rowHeight: number; inset: number },
): ScaledScroll {
  const [viewport, setViewport] = useState(0)
  const [position, setPosition] = useState(startPosition)
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
        // The browser rounds the position. The next scroll event starts from the rounded one.
        latest.current.position = { ...next, physical: scroller.current.scrollTop }
        setPosition(latest.current.position)
      }
    },
    [scroller],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    // A hidden element reports zero; the position is kept until the element is shown again.
    if (!element || element.clientHeight === 0) return
    const { position: previous, geometry: present } = latest.current
    if (element.scrollTop === previous.physical) return
    const next = positionAfterScroll(previous, element.scrollTop, present)
    latest.current.position = next
    setPosition(next)
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      const { position: resting, geometry: resized } = latest.current
      move(positionAt(resting.logical, resized))
    }, restMilliseconds)
  }, [scroller, move])

  useEffect(() => () => clearTimeout(restTimer.current), [])

  // The element may be replaced between two renderings; the measuring follows the present one.
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

  // With fewer rows than before, the position may lie behind the end of the list.
  useLayoutEffect(() => {
    const { position: present } = latest.current
    const inside = positionAt(present.logical, { rows, rowHeight, viewport })
    if (viewport > 0 && inside.logical !== present.logical) move(inside)
  }, [rows, rowHeight, viewport, move])

  const reveal = useCallback(
    (index: number) => {
      const { position: present, geometry: known } = latest.current
      const next = positionShowing(index, present, known)
      if (next !== present) move(next)
    },
    [move],
  )
  const toTop = useCallback(() => move(startPosition), [move])

  return { position, geometry, onScroll, reveal, toTop }
}
