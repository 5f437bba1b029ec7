import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FastScroll } from '../../../ui/scroll-placeholder.tsx'
import {
  type Geometry,
  type Position,
  positionAfterScroll,
  positionAt,
  positionShowing,
  rowTop,
  startPosition,
  visibleRows,
} from './scaled-scroll.ts'

/** Lines drawn beyond those in sight, on either side. */
const overscan = 4
/** Milliseconds without a scroll event after which the two positions are aligned. */
const restMilliseconds = 150
/** Lines are placed from a multiple of this on, so that scrolling leaves the places of those that stay unchanged. */
const baseLines = 4096

interface Lines {
  geometry: Geometry
  /** The width that lines have; 0 before it is known. */
  width: number
  /** The lines to draw; `last` below `first` when there are none. */
  first: number
  last: number
  /** As many different keys as lines are drawn: a line that leaves gives its element to the one that comes. */
  slots: number
  /** The line whose top the lines' places are counted from, and where that is in the scrolled element, in pixels. */
  base: number
  baseTop: number
  onScroll: () => void
  /** Scrolls just enough to show the whole line. */
  reveal: (line: number) => void
  /** Scrolls so that the line is the first in sight. */
  toLine: (line: number) => void
  /** The first line in sight. */
  firstInSight: () => number
}

interface LinesOptions {
  lines: number
  lineHeight: number
  /** Pixels at the top that a sticky header covers. */
  inset: number
  /** The line that is first in sight at the beginning. */
  startAt: number
  /** Called when scrolling has come to rest. */
  onRest: (firstInSight: number) => void
}

/** The lines to draw, and where the first line of all is, in pixels of the scrolled element. */
const drawnAt = (position: Position, geometry: Geometry) => ({
  ...visibleRows(position, geometry, overscan),
  top: rowTop(0, position, geometry),
})

/**
 * Which lines of a list of any length are in sight (scaled-scroll.ts does the arithmetic). Scrolling draws anew only when
 * other lines come into sight, in the same frame, and reads nothing but the position: sizes come from an observer, so that
 * no style is computed twice in a frame.
 *
 * During fast scrolling the lines are not drawn: the caller's `placeholder` covers them (scroll-placeholder.tsx). While it
 * scrolls, the element has `data-scrolling`.
 */
export function useLines(
  scroller: RefObject<HTMLElement | null>,
  placeholder: RefObject<HTMLElement | null>,
  { lines, lineHeight, inset, startAt, onRest }: LinesOptions,
): Lines {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const viewport = Math.max(0, size.height - inset)
  const geometry: Geometry = { rows: lines, rowHeight: lineHeight, viewport }
  const position = useRef(startPosition)
  const latest = useRef({ geometry, onRest })
  latest.current = { geometry, onRest }
  const isHidden = useRef(false)
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const [shown, setShown] = useState(() => drawnAt(startPosition, geometry))
  const [fast] = useState(() => new FastScroll(placeholder))
  const draw = useCallback(
    (now: boolean) => {
      fast.end()
      const next = drawnAt(position.current, latest.current.geometry)
      const change = () =>
        setShown((before) =>
          before.first === next.first && before.last === next.last && before.top === next.top ? before : next,
        )
      if (now) flushSync(change)
      else change()
    },
    [fast],
  )

  const move = useCallback(
    (next: Position) => {
      const isAtTop = position.current.physical === 0 && next.physical === 0
      position.current = next
      const element = scroller.current
      // A hidden element cannot be scrolled; it is when it is shown again. At the top, where lists stay while a person
      // types, nothing is asked of the element: it would have to be laid out first.
      if (!isAtTop && element && !isHidden.current && Math.abs(element.scrollTop - next.physical) >= 1) {
        element.scrollTop = next.physical
        // The browser rounds the position. The next scroll event starts from the rounded one.
        position.current = { ...next, physical: element.scrollTop }
      }
      draw(false)
    },
    [scroller, draw],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    // A hidden element reports zero; the position is kept until the element is shown again.
    if (!element || isHidden.current) return
    const { scrollTop } = element
    if (scrollTop === position.current.physical) return
    const { geometry: now } = latest.current
    const before = position.current.logical
    position.current = positionAfterScroll(position.current, scrollTop, now)
    if (!fast.isCovered(position.current.logical - before, now.viewport, () => draw(true))) draw(true)
    element.dataset['scrolling'] = ''
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      delete element.dataset['scrolling']
      const { geometry: present, onRest: rested } = latest.current
      move(positionAt(position.current.logical, present))
      rested(Math.floor(position.current.logical / present.rowHeight))
    }, restMilliseconds)
  }, [scroller, fast, move, draw])
  useEffect(
    () => () => {
      clearTimeout(restTimer.current)
      fast.end()
    },
    [fast],
  )

  // The element may be replaced between two renderings; the measuring follows the present one.
  const observed = useRef<HTMLElement>(null)
  const observer = useRef<ResizeObserver>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === observed.current) return
    observed.current = element
    observer.current?.disconnect()
    if (!element) return
    observer.current = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      isHidden.current = height === 0
      if (isHidden.current) return
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
      if (element.scrollTop !== position.current.physical) element.scrollTop = position.current.physical
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

  // Other lines than before, of another height perhaps: what was first in sight stays so, within the list.
  const placed = useRef<{ lineHeight: number } | undefined>(undefined)
  const beginning = useRef(startAt)
  useLayoutEffect(() => {
    if (viewport === 0) return
    const before = placed.current
    placed.current = { lineHeight }
    const line = before ? position.current.logical / before.lineHeight : beginning.current
    move(positionAt(line * lineHeight, { rows: lines, rowHeight: lineHeight, viewport }))
  }, [lines, lineHeight, viewport, move])

  const reveal = useCallback(
    (line: number) => {
      if (latest.current.geometry.viewport === 0) {
        // Never measured yet: the list will begin with it.
        beginning.current = line
        return
      }
      const next = positionShowing(line, position.current, latest.current.geometry)
      if (next !== position.current) move(next)
    },
    [move],
  )
  const toLine = useCallback(
    (line: number) => move(positionAt(line * latest.current.geometry.rowHeight, latest.current.geometry)),
    [move],
  )
  const firstInSight = useCallback(
    () =>
      latest.current.geometry.viewport === 0
        ? beginning.current
        : Math.floor(position.current.logical / latest.current.geometry.rowHeight),
    [],
  )

  const last = Math.min(shown.last, lines - 1)
  const base = Math.floor(shown.first / baseLines) * baseLines
  return {
    geometry,
    width: size.width,
    first: shown.first,
    last,
    // While another height of lines is taken over, more may be drawn.
    slots: Math.max(Math.ceil(viewport / lineHeight) + 2 * overscan + 2, last - shown.first + 1),
    base,
    baseTop: base * lineHeight + shown.top,
    onScroll,
    reveal,
    toLine,
    firstInSight,
  }
}
