/** Reads and replaces parts of a value, addressed by keys. */

/** Keys that lead to a part of a value, e.g. `['item', 0, 'productCodes', 1, 'type']`. */
export type Keys = readonly (string | number)[]

const isTree = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/** The slice at `keys`; undefined when one of the keys is missing. */
export const sliceAt = (value: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>((slice, key) => (isTree(slice) ? slice[key] : undefined), value)

/** A copy of `value` with a new slice at `keys`. All other branches are shared with the original. */
export function withSlice(value: unknown, keys: Keys, slice: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return slice
  const inner = withSlice(isTree(value) ? value[key] : undefined, rest, slice)
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : []
    list[key] = inner
    return list
  }
  const { [key]: _former, ...others } = isTree(value) && !Array.isArray(value) ? value : {}
  if (inner === undefined) return others
  return isTree(value) && key in value ? { ...value, [key]: inner } : { ...others, [key]: inner }
}
