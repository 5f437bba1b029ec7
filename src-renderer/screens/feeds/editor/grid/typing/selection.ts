/** Selection of the grid: a rectangle of cells and the active cell in it. */

/** 0-based. `column` counts the columns of the draft, without the row numbers. */
export interface Cell {
  row: number
  column: number
}

export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

const isSame = (one: Cell, other: Cell): boolean => one.row === other.row && one.column === other.column

const rangeOf = (one: Cell, other: Cell): Range => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
})

const isInside = ({ top, left, bottom, right }: Range, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

export const rowsOf = ({ top, bottom }: Range): number => bottom - top + 1
export const cellsOf = (range: Range): number => rowsOf(range) * (range.right - range.left + 1)

/**
 * The range that a fill dragged from `range` to `to` covers, along the axis with the greater distance;
 * undefined inside `range`.
 */
export function fillTarget(range: Range, to: Cell): Range | undefined {
  const down = to.row - range.bottom
  const up = range.top - to.row
  const right = to.column - range.right
  const left = range.left - to.column
  const maxDistance = Math.max(down, up, right, left)
  if (maxDistance <= 0) return undefined
  if (maxDistance === down) return { ...range, top: range.bottom + 1, bottom: to.row }
  if (maxDistance === up) return { ...range, top: to.row, bottom: range.top - 1 }
  if (maxDistance === right) return { ...range, left: range.right + 1, right: to.column }
  return { ...range, left: to.column, right: range.left - 1 }
}

/** Flags for how a cell shows the selection, combined with a bitwise OR. */
export const Part = {
  selected: 1,
  active: 2,
  top: 4,
  right: 8,
  bottom: 16,
  left: 32,
  /** The corner with the fill handle. */
  handle: 64,
  /** Part of the range that the current fill would cover. */
  target: 128,
} as const

/** The selection, stored outside React so that only cells with a changed appearance are rendered. */
export class GridSelection {
  active: Cell = { row: 0, column: 0 }
  /** The fixed corner of the range. */
  anchor: Cell = { row: 0, column: 0 }
  /** The corner moved by Shift and the pointer. */
  corner: Cell = { row: 0, column: 0 }
  target: Range | undefined
  #listeners = new Set<() => void>()

  get range(): Range {
    return rangeOf(this.anchor, this.corner)
  }

  select(active: Cell, corner: Cell = active, anchor: Cell = active): void {
    if (isSame(active, this.active) && isSame(corner, this.corner) && isSame(anchor, this.anchor)) return
    this.active = active
    this.anchor = anchor
    this.corner = corner
    this.#notify()
  }

  /** Moves `corner`; the active cell stays. */
  widen(corner: Cell): void {
    this.select(this.active, corner, this.anchor)
  }

  aim(target: Range | undefined): void {
    this.target = target
    this.#notify()
  }

  /** Keeps the selection inside a table that has shrunk. */
  keepWithin(rows: number, columns: number): void {
    const inside = ({ row, column }: Cell): Cell => ({
      row: Math.max(0, Math.min(row, rows - 1)),
      column: Math.max(0, Math.min(column, columns - 1)),
    })
    this.select(inside(this.active), inside(this.corner), inside(this.anchor))
  }

  partsAt(row: number, column: number): number {
    const { range, active, target } = this
    const cell = { row, column }
    const targetPart = target && isInside(target, cell) ? Part.target : 0
    if (!isInside(range, cell)) return targetPart
    return (
      targetPart |
      Part.selected |
      (row === active.row && column === active.column ? Part.active : 0) |
      (row === range.top ? Part.top : 0) |
      (column === range.right ? Part.right : 0) |
      (row === range.bottom ? Part.bottom : 0) |
      (column === range.left ? Part.left : 0) |
      (row === range.bottom && column === range.right ? Part.handle : 0)
    )
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
