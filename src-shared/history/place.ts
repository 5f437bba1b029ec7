/** Positions in a record's value, with their paths. */
import type { Member } from '../vocabulary/kit/description.ts'

/** From the record inwards: member keys, and 0-based positions of repeated entries. */
export type Steps = readonly (string | number)[]

export interface RecordPlace {
  steps: Steps
  /**
   * Path in the record with 1-based positions: `products/product[1]/warnings/warning[2]`,
   * `upcs/upc[1]/@type`.
   */
  path: string
}

export const root: RecordPlace = { steps: [], path: '' }

const below = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)

/** The place of a member, or of its wrapper if it has one. */
export function memberPlace(around: RecordPlace, { key, place }: Member): RecordPlace {
  const steps = [...around.steps, key]
  if (place === 'text') return { steps, path: around.path }
  return { steps, path: below(around.path, place === 'attribute' ? `@${key}` : key) }
}

/** The place of an entry of a list. */
export const entryPlace = (
  list: RecordPlace,
  { cardinality, entry }: Member,
  index: number,
): RecordPlace => ({
  steps: [...list.steps, index],
  path: `${cardinality === 'list' ? below(list.path, entry ?? '') : list.path}[${index + 1}]`,
})

/** A path without positions, which names the field in all its repetitions. */
export const fieldOf = (path: string): string => path.replace(/\[\d+\]/g, '')

/** The value at a place; undefined if there is none. */
export function valueAt(value: unknown, steps: Steps): unknown {
  let found: unknown = value
  for (const step of steps) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}
