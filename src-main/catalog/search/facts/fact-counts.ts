import { columnOf, type FactPart, fact } from '../../project/fact-layout.ts'
import { type Condition, facetBits } from '../selection-filter.ts'

/** Indexes of items in the facts of one range. Entries beyond `length` are invalid. */
export interface Places {
  at: Uint32Array
  length: number
}

const items = columnOf(fact.item)

/** The items of a range that meet all conditions, and those that fail the conditions of exactly one facet. */
interface SortedPlaces {
  meeting: Places
  /** By facet bit. */
  failing: Map<number, Places>
}

/**
 * Partitions the items of a range of facts by the conditions they meet. Conditions are evaluated one by one,
 * each for all items: a loop that calls one function is several times as fast as one that calls many in turn.
 * @param length maximum number of items in a range
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

  // A condition of no facet narrows the items at once; items that fail it are counted nowhere.
  const first = conditions.find(({ bit }) => bit === facetBits.always)
  const others = conditions.filter((condition) => condition !== first)
  const collect = (facts: Uint32Array): void => {
    let count = 0
    const end = Math.min(length, facts.length)
    for (let at = 0; at < end; at++) {
      const seq = facts[items + at] as number
      if (seq === 0 || (isFound && isFound[seq] !== 1)) continue
      if (!first || first.holds(facts, at, seq)) places.at[count++] = at
    }
    places.length = count
    failed.fill(0, 0, count)
  }
  /**
   * Removes items that fail two facets, or a condition that belongs to no facet: such items are counted
   * nowhere.
   */
  const narrow = (facts: Uint32Array, { bit, holds }: Condition): void => {
    let kept = 0
    for (let index = 0; index < places.length; index++) {
      const at = places.at[index] as number
      let failedBit = failed[index] as number
      if ((failedBit & bit) === 0 && !holds(facts, at, facts[items + at] as number)) {
        if (failedBit !== 0 || bit === facetBits.always) continue
        failedBit = bit
      }
      places.at[kept] = at
      failed[kept++] = failedBit
    }
    places.length = kept
  }
  const part = (bit: number, into: Places): void => {
    let count = 0
    for (let index = 0; index < places.length; index++)
      if (failed[index] === bit) into.at[count++] = places.at[index] as number
    into.length = count
  }

  /** The result is valid until the next call. */
  return (facts: Uint32Array): SortedPlaces => {
    collect(facts)
    for (const condition of others) narrow(facts, condition)
    if (bits.length === 0) return { meeting: places, failing }
    part(0, meeting)
    for (const [bit, into] of failing) part(bit, into)
    return { meeting, failing }
  }
}

/** Counts the values of a bit field of the facts at these indexes. */
export function countParts(
  counts: Uint32Array,
  facts: Uint32Array,
  { at, length }: Places,
  { word, shift, mask }: FactPart,
): void {
  const column = columnOf(word)
  for (let index = 0; index < length; index++) {
    const value = ((facts[column + (at[index] as number)] as number) >>> shift) & mask
    counts[value] = (counts[value] as number) + 1
  }
}

/** Number of marked items at these indexes. */
export function countMarked(marks: Uint8Array, facts: Uint32Array, { at, length }: Places): number {
  let count = 0
  for (let index = 0; index < length; index++)
    if (marks[facts[items + (at[index] as number)] as number] === 1) count++
  return count
}

/** Number of items at these indexes with zero in a bit field of the facts. */
export function countZeros(
  facts: Uint32Array,
  { at, length }: Places,
  { word, shift, mask }: FactPart,
): number {
  const column = columnOf(word)
  let count = 0
  for (let index = 0; index < length; index++)
    if ((((facts[column + (at[index] as number)] as number) >>> shift) & mask) === 0) count++
  return count
}

/** Converts the frequency of each byte value to the frequency of each bit. */
export function bitsOfBytes(bytes: Uint32Array): number[] {
  const bits = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [byte, count] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) if ((byte >>> bit) & 1) bits[bit] = (bits[bit] ?? 0) + count
  return bits
}
