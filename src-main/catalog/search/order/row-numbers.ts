import { joined } from '../../../platform/memory/joined.ts'
import type { Database } from '../../../storage/index.ts'

/** Returns row numbers as one joined value: three times as fast in SQLite as one value per row. */
export const joinedHits = `
  SELECT count(*) AS count, CAST(group_concat(rowid) AS BLOB) AS joined FROM item_text WHERE item_text MATCH ?`

/** Finds the row numbers of an expression of the full-text index, ascending. */
export function openMatching(db: Database): (expression: string) => Uint32Array {
  const hits = db.prepare<[string], { count: number; joined: Buffer | null }>(joinedHits)
  return (expression) => {
    const { count = 0, joined: found } = hits.get(expression) ?? {}
    return found ? numbersOf(found, count) : new Uint32Array(0)
  }
}

const comma = 0x2c
const zero = 0x30

/** Parses `count` comma-separated integers and sorts them if necessary. */
export function numbersOf(text: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  let isAscending = true
  let length = 0
  let last = 0
  let number = 0
  for (let at = 0; at <= text.length; at++) {
    const sign = at < text.length ? (text[at] as number) : comma
    if (sign !== comma) {
      number = number * 10 + sign - zero
      continue
    }
    if (number < last) isAscending = false
    numbers[length++] = number
    last = number
    number = 0
  }
  return isAscending ? numbers : numbers.sort()
}

/** The numbers of the first ascending list that are not in the second. */
export function without(all: Uint32Array, some: Uint32Array): Uint32Array {
  const rest = new Uint32Array(all.length)
  let length = 0
  let at = 0
  for (let index = 0; index < all.length; index++) {
    const number = all[index] as number
    while (at < some.length && (some[at] as number) < number) at++
    if (some[at] !== number) rest[length++] = number
  }
  return rest.slice(0, length)
}

/** Concatenates lists. */
export const joinedNumbers = (lists: readonly Uint32Array[]): Uint32Array =>
  joined(lists, (length) => new Uint32Array(length))

/** Marks by row number: 1 for each row number in the lists. */
export function marksByRow(...lists: ArrayLike<number>[]): Uint8Array {
  let last = 0
  for (const seqs of lists) for (let at = 0; at < seqs.length; at++) last = Math.max(last, seqs[at] as number)
  const marks = new Uint8Array(last + 1)
  for (const seqs of lists) for (let at = 0; at < seqs.length; at++) marks[seqs[at] as number] = 1
  return marks
}

/** Merges disjoint lists of row numbers, ascending. */
export function mergeAscending(lists: readonly Uint32Array[]): Uint32Array {
  const [first] = lists
  if (first && lists.length === 1) return first
  const marks = marksByRow(...lists)
  const seqs = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let count = 0
  for (let seq = 0; seq < marks.length; seq++) if (marks[seq] === 1) seqs[count++] = seq
  return seqs
}
