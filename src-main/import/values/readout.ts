import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { LeftReason } from '../../../src-shared/import/report.ts'
import { type Cell, fullText, isEmpty } from '../source/cell.ts'

interface Changed {
  from: string
  to: string
}
export interface Left {
  code: LeftReason
  text: string
}

/** Results by column of a cell: each value is counted as kept, changed or left out. */
export interface Account {
  /** Values imported as written in the file, or in an equivalent spelling. */
  kept: number
  changed: Changed[]
  left: Left[]
}

/** The value of a field from a cell, with the result of each value of the cell. */
export interface Readout<T> extends Account {
  /** Absent if the cell has no valid value for the field. */
  value?: T
}

export const kept = <T>(value: T, count = 1): Readout<T> => ({ value, kept: count, changed: [], left: [] })

/** A value that counts as kept if its text is unchanged. */
export const rewritten = <T>(value: T, from: string, to: string): Readout<T> =>
  from === to ? kept(value) : { value, kept: 0, changed: [{ from, to }], left: [] }

export const leftOut = (code: LeftReason, text: string): Account => ({
  kept: 0,
  changed: [],
  left: [{ code, text }],
})

/** Adds left-out values to a readout. */
export const without = <T>(readout: Readout<T>, left: Left[]): Readout<T> =>
  left.length === 0 ? readout : { ...readout, left: [...readout.left, ...left] }

const sumOf = (accounts: Account[]): Account => ({
  kept: accounts.reduce((sum, { kept }) => sum + kept, 0),
  changed: accounts.flatMap(({ changed }) => changed),
  left: accounts.flatMap(({ left }) => left),
})

/** Maximum number of values that a field takes from one cell, or from several cells. */
export const maxValues = rowLimits.values

/** Joins the values of several cells or entries, up to {@link maxValues}; without a value if none has one. */
export function together<T>(all: Readout<T>[]): Readout<T[]> {
  const readouts = all.slice(0, maxValues)
  const further = all
    .slice(maxValues)
    .flatMap(({ kept, changed, left }) => [
      ...left,
      ...Array.from({ length: kept + changed.length }, (): Left => ({ code: 'TOO_MANY', text: '' })),
    ])
  const values = readouts.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return without({ ...sumOf(readouts), value: values.length === 0 ? undefined : values }, further)
}

/** The first entry of a list, for a field with a single value. */
export function ofList<T>(cells: Cell[], read: (cell: Cell) => Readout<T>): Readout<T> {
  const [first = null, ...others] = cells.filter((cell) => !isEmpty(cell))
  return without(
    read(first),
    others.map((cell) => ({ code: 'ONE_VALUE', text: fullText(cell) })),
  )
}
