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

/** Extra lines rendered above and below the visible ones. */
const overscan = 4
/** Milliseconds without a scroll event after which the physical and the logical position are aligned. */
const idleMilliseconds = 150
/**
 * Lines are positioned relative to a multiple of this number, so that scrolling does not change the offsets
 * of lines that are already rendered.
 */
const baseLines = 4096

interface Lines {
  geometry: Geometry
  /** Width of a line in pixels; 0 before it is measured. */
  width: number
  /** Range of lines to render. If there are none, `last` is less than `first`. */
  first: number
  last: number
  /**
   * Number of distinct keys of the rendered lines: a line scrolled into view reuses the element of one
   * scrolled out.
   */
  slots: number
  /**
   * Line from which the offsets of the lines are counted, and its offset in the scrolled element, in pixels.
   */
  base: number
  baseTop: number
  onScroll: () => void
  /** Scrolls just enough to make the line fully visible. */
  reveal: (line: number) => void
  /** Scrolls so that the line is the first visible one. */
  toLine: (line: number) => void
  /** Returns the first visible line. */
  firstVisible: () => number
}

interface LinesOptions {
  lines: number
  lineHeight: number
  /** Height of the sticky header, in pixels. */
  inset: number
  /** First visible line after mounting. */
  startAt: number
  /** Called when scrolling has stopped, with the first visible line. */
  onRest: (firstVisible: number) => void
}

/** The lines to render, and the offset of line 0 in the scrolled element, in pixels. */
const renderedAt = (position: Position, geometry: Geometry) => ({
  ...visibleRows(position, geometry, overscan),
  top: rowTop(0, position, geometry),
})

/**
 * Virtual scrolling for a list of any length; scaled-scroll.ts does the arithmetic. A scroll event renders
 * only if other lines become visible, within the same frame. It reads only the scroll position: sizes come
 * from a ResizeObserver, so that styles are computed once per frame.
 *
 * During fast scrolling the lines are not rendered; the caller's `placeholder` covers them
 * (scroll-placeholder.tsx). While it scrolls, the element has the attribute `data-scrolling`.
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

  const [shown, setShown] = useState(() => renderedAt(startPosition, geometry))
  const [fast] = useState(() => new FastScroll(placeholder))
  const draw = useCallback(
    (now: boolean) => {
      fast.end()
      const next = renderedAt(position.current, latest.current.geometry)
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
      // A hidden element cannot be scrolled, so its position is set when it is shown again. At the top, where
      // the list stays while a person types, `scrollTop` is not read, because reading it forces a layout.
      if (!isAtTop && element && !isHidden.current && Math.abs(element.scrollTop - next.physical) >= 1) {
        element.scrollTop = next.physical
        // The browser rounds the position; the next scroll event starts from the rounded value.
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
    if (!fast.coversRows(position.current.logical - before, now.viewport, () => draw(true))) draw(true)
    element.dataset['scrolling'] = ''
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      delete element.dataset['scrolling']
      const { geometry: present, onRest: rested } = latest.current
      move(positionAt(position.current.logical, present))
      rested(Math.floor(position.current.logical / present.rowHeight))
    }, idleMilliseconds)
  }, [scroller, fast, move, draw])
  useEffect(
    () => () => {
      clearTimeout(restTimer.current)
      fast.end()
    },
    [fast],
  )

  // The element may be replaced between two renders, so the observer is moved to the current one.
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

  // When the number or height of the lines changes, the same line stays first if it still exists.
  const lastLayout = useRef<{ lineHeight: number } | undefined>(undefined)
  const startLine = useRef(startAt)
  useLayoutEffect(() => {
    if (viewport === 0) return
    const before = lastLayout.current
    lastLayout.current = { lineHeight }
    const line = before ? position.current.logical / before.lineHeight : startLine.current
    move(positionAt(line * lineHeight, { rows: lines, rowHeight: lineHeight, viewport }))
  }, [lines, lineHeight, viewport, move])

  const reveal = useCallback(
    (line: number) => {
      if (latest.current.geometry.viewport === 0) {
        // Not measured yet: the list starts at this line.
        startLine.current = line
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
  const firstVisible = useCallback(
    () =>
      latest.current.geometry.viewport === 0
        ? startLine.current
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
    // While the line height changes, more lines may be rendered.
    slots: Math.max(Math.ceil(viewport / lineHeight) + 2 * overscan + 2, last - shown.first + 1),
    base,
    baseTop: base * lineHeight + shown.top,
    onScroll,
    reveal,
    toLine,
    firstVisible,
  }
}
