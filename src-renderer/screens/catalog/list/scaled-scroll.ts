/**
 * The arithmetic of a list longer than a browser can scroll. Chromium limits the height of an element to
 * 33,554,430 device pixels, which is 762,600 rows of 44 px, and half of that at 200% zoom. The list is
 * therefore never taller than `maximumHeight`. If its rows need more, a position in pixels of the browser
 * (physical) is mapped to a position in pixels of the rows (logical). Small steps by wheel or key change both
 * by the same amount, so that scrolling feels normal. A jump with the scrollbar is scaled. When scrolling
 * ends, the two positions are aligned again. All rows have the same height, so every function here runs in
 * constant time.
 */

/** Maximum height of the element, in CSS pixels; safe up to 400% zoom. */
export const maximumHeight = 8_000_000

export interface Geometry {
  rows: number
  rowHeight: number
  /** Height of the visible part of the rows. */
  viewport: number
}

/** The scroll position of the list, in physical and logical pixels. */
export interface Position {
  physical: number
  logical: number
}

export const startPosition: Position = { physical: 0, logical: 0 }

const clamp = (value: number, lowest: number, highest: number): number =>
  Math.max(lowest, Math.min(highest, value))

const logicalHeight = ({ rows, rowHeight }: Geometry): number => rows * rowHeight

/** Height of the element that holds the rows. */
export const physicalHeight = (geometry: Geometry): number => Math.min(logicalHeight(geometry), maximumHeight)

const lastLogical = (geometry: Geometry): number => Math.max(0, logicalHeight(geometry) - geometry.viewport)
const lastPhysical = (geometry: Geometry): number => Math.max(0, physicalHeight(geometry) - geometry.viewport)

const isScaled = (geometry: Geometry): boolean => logicalHeight(geometry) > maximumHeight

/** The aligned position for a logical offset. */
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

/**
 * First and last index to render, including `overscan` rows on each side. If there are no rows, `last` is
 * less than `first`.
 */
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

/**
 * Offset of a row in the element that holds the rows, rounded to whole physical pixels so that lines stay
 * sharp.
 */
export const rowTop = (index: number, position: Position, geometry: Geometry): number =>
  index * geometry.rowHeight + Math.round(position.physical - position.logical)

/** The nearest position in which the entire row is visible. Returns the same object if it already is. */
export function positionShowing(index: number, position: Position, geometry: Geometry): Position {
  const top = index * geometry.rowHeight
  const bottom = top + geometry.rowHeight
  if (top < position.logical) return positionAt(top, geometry)
  if (bottom > position.logical + geometry.viewport) return positionAt(bottom - geometry.viewport, geometry)
  return position
}
