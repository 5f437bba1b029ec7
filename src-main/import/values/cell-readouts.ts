import { type Cell, isRecord } from '../source/cell.ts'
import type { Readout } from './readout.ts'

/** Longer cells, such as names and lists of ingredients, seldom repeat. */
const maxKeyLength = 100
/** Limit of the cache; when it is reached, the cache is emptied. */
const maxReadouts = 20_000

/**
 * Caches what the cells of a column were read as: most columns repeat few values, and reading one takes many
 * times as long as finding it here. The readouts are frozen, because many rows share them.
 * @param Column identifies a column and everything that its cells are read by
 */
export function openCellReadouts<Column extends object>() {
  let byColumn = new WeakMap<Column, Map<string, Readout<unknown>>>()
  let count = 0
  return (column: Column, cell: Cell, read: () => Readout<unknown>): Readout<unknown> => {
    const key = keyOf(cell)
    if (key === undefined) return read()
    const known = byColumn.get(column)?.get(key)
    if (known) return known
    const readout = frozen(read())
    if (++count > maxReadouts) {
      byColumn = new WeakMap()
      count = 0
    }
    const readouts = byColumn.get(column) ?? new Map<string, Readout<unknown>>()
    byColumn.set(column, readouts.set(key, readout))
    return readout
  }
}

/** A text that identifies the content of a text or of an object; undefined for other or long cells. */
function keyOf(cell: Cell): string | undefined {
  // A JSON text of an object starts with a brace; that of a string would start with a quotation mark.
  const key = typeof cell === 'string' ? `"${cell}` : isRecord(cell) ? JSON.stringify(cell) : undefined
  return key !== undefined && key.length <= maxKeyLength ? key : undefined
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
