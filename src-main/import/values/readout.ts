import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { LeftReason } from '../../../src-shared/import/report.ts'
import { type Cell, isEmpty, wholeText } from '../source/cell.ts'

interface Changed {
  from: string
  to: string
}
export interface Left {
  code: LeftReason
  text: string
}

/** What became of the values of a cell: every one of them is kept, changed or left out. */
export interface Account {
  /** Values that stand in the outcome as they stood in the file, or in another spelling of the same. */
  kept: number
  changed: Changed[]
  left: Left[]
}

/** What a cell gives a field, with the account of its values. */
export interface Readout<T> extends Account {
  /** Absent when the cell holds nothing the field can take. */
  value?: T
}

export const kept = <T>(value: T, count = 1): Readout<T> => ({ value, kept: count, changed: [], left: [] })

/** Kept when it is still the same text. */
export const rewritten = <T>(value: T, from: string, to: string): Readout<T> =>
  from === to ? kept(value) : { value, kept: 0, changed: [{ from, to }], left: [] }

export const leftOut = (code: LeftReason, text: string): Account => ({
  kept: 0,
  changed: [],
  left: [{ code, text }],
})

/** The readout with something of the cell beside it that is left out. */
export const without = <T>(readout: Readout<T>, left: Left[]): Readout<T> =>
  left.length === 0 ? readout : { ...readout, left: [...readout.left, ...left] }

const sumOf = (accounts: Account[]): Account => ({
  kept: accounts.reduce((sum, { kept }) => sum + kept, 0),
  changed: accounts.flatMap(({ changed }) => changed),
  left: accounts.flatMap(({ left }) => left),
})

/** Values that one cell gives a field at most, or several cells together. */
export const maxValues = rowLimits.values

/** Values of several cells or entries together, up to {@link maxValues}; nothing when none has one. */
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

/** A field with room for one value takes the first of a list. */
export function ofList<T>(cells: Cell[], read: (cell: Cell) => Readout<T>): Readout<T> {
  const [first = null, ...others] = cells.filter((cell) => !isEmpty(cell))
  return without(
    read(first),
    others.map((cell) => ({ code: 'ONE_VALUE', text: wholeText(cell) })),
  )
}
