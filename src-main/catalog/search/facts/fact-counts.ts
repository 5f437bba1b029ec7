import { type FactPart, fact, factWords } from '../../project/fact-layout.ts'
import { type Condition, facetBits } from '../selection-filter.ts'

/** Places of items in the facts of one range: where their words begin. Those beyond `length` mean nothing. */
export interface Places {
  at: Uint32Array
  length: number
}

/** The items of a range that meet all conditions, and those that fail the conditions of one facet alone. */
interface SortedPlaces {
  meeting: Places
  /** By the bit of the facet. */
  failing: Map<number, Places>
}

/**
 * Sorts the items of a range of facts by the conditions they meet. The conditions are gone through one by one, each for all
 * items: a loop that calls one function is several times as fast as one that calls many in turn.
 * @param length items of a range, at most
 */
export function placeSorter(
  length: number,
  conditions: readonly Condition[],
  isFound: Uint8Array | undefined,
) {
  const places = { at: new Uint32Array(length), length: 0 }
  const failed = new Uint16Array(length)
  const bits = [...new Set(conditions.map(({ bit }) => bit))].filter((bit) => bit !== facetBits.always)
  const failing = new Map(bits.map((bit) => [bit, { at: new Uint32Array(length), length: 0 }]))
  const meeting = { at: new Uint32Array(length), length: 0 }

  const collect = (words: Uint32Array): void => {
    let count = 0
    for (let at = 0; at < words.length; at += factWords) {
      const seq = words[at + fact.item] as number
      if (seq !== 0 && (!isFound || isFound[seq] === 1)) places.at[count++] = at
    }
    places.length = count
    failed.fill(0, 0, count)
  }
  /** Leaves out who failed two facets, or a condition that is of no facet: such an item counts nowhere. */
  const narrow = (words: Uint32Array, { bit, holds }: Condition): void => {
    let left = 0
    for (let index = 0; index < places.length; index++) {
      const at = places.at[index] as number
      let of = failed[index] as number
      if ((of & bit) === 0 && !holds(words, at, words[at + fact.item] as number)) {
        if (of !== 0 || bit === facetBits.always) continue
        of = bit
      }
      places.at[left] = at
      failed[left++] = of
    }
    places.length = left
  }
  const part = (bit: number, into: Places): void => {
    let count = 0
    for (let index = 0; index < places.length; index++)
      if (failed[index] === bit) into.at[count++] = places.at[index] as number
    into.length = count
  }

  /** What is given holds until the next range. */
  return (words: Uint32Array): SortedPlaces => {
    collect(words)
    for (const condition of conditions) narrow(words, condition)
    if (bits.length === 0) return { meeting: places, failing }
    part(0, meeting)
    for (const [bit, into] of failing) part(bit, into)
    return { meeting, failing }
  }
}

/** Counts each value that a part of the facts has at these places. */
export function countParts(
  counts: Uint32Array,
  words: Uint32Array,
  { at, length }: Places,
  { word, shift, mask }: FactPart,
): void {
  for (let index = 0; index < length; index++) {
    const value = ((words[(at[index] as number) + word] as number) >>> shift) & mask
    counts[value] = (counts[value] as number) + 1
  }
}

/** How many items of these places are marked. */
export function countMarked(marks: Uint8Array, words: Uint32Array, { at, length }: Places): number {
  let count = 0
  for (let index = 0; index < length; index++)
    if (marks[words[(at[index] as number) + fact.item] as number] === 1) count++
  return count
}

/** How many items of these places have nothing in a part of the facts. */
export function countZeros(
  words: Uint32Array,
  { at, length }: Places,
  { word, shift, mask }: FactPart,
): number {
  let count = 0
  for (let index = 0; index < length; index++)
    if ((((words[(at[index] as number) + word] as number) >>> shift) & mask) === 0) count++
  return count
}

/** How often each bit of a byte is set, of how often each byte there is. */
export function bitsOfBytes(bytes: Uint32Array): number[] {
  const bits = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [byte, count] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) if ((byte >>> bit) & 1) bits[bit] = (bits[bit] ?? 0) + count
  return bits
}
