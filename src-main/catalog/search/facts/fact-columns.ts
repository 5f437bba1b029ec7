import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { memoryLimits } from '../../../platform/memory/memory-limits.ts'
import { type Database, openChangeNumbers } from '../../../storage/index.ts'
import {
  columnOf,
  fact,
  factWords,
  rangeBits,
  rangeLength,
  scoreIn,
  scorePart,
} from '../../project/fact-layout.ts'
import { openScoreState } from '../../project/item-scores.ts'

const noFacts = new Uint32Array(0)
/** How long facts are kept after the last query, in milliseconds. */
const idleTime = 5 * 60_000

const maxFacts = Math.floor(memoryLimits.facts / (4 * factWords))

export type FactColumns = ReturnType<typeof openFactColumns>

/**
 * The facts of the entire catalog in memory: 60 bytes per item. They are read in ranges; after a change, only
 * the changed ranges are read again. They are freed after some minutes without a query.
 */
export function openFactColumns(db: Database) {
  const changeNumbers = openChangeNumbers(db)
  const changedRanges = db
    .prepare<[number], number>('SELECT range FROM item_fact_range WHERE changed > ?')
    .pluck()
  const packed = db
    .prepare<[number, number], Buffer | null>(
      "SELECT CAST(group_concat(packed, '') AS BLOB) FROM item_fact WHERE item BETWEEN ? AND ?",
    )
    .pluck()
  let ranges: (Uint32Array | undefined)[] = []
  let missing = new Set<number>()
  let refreshedAt = -1
  let lastItem = 0
  let freeTimer: NodeJS.Timeout | undefined
  const scoreState = openScoreState(db)
  /** Generation of the scores in memory. */
  let generation = 0
  const free = () => {
    ranges = []
    missing = new Set()
    refreshedAt = -1
    lastItem = 0
  }

  const read = (number: number): Uint32Array => {
    const first = number << rangeBits
    const bytes = packed.get(first, first + rangeLength - 1)
    if (!bytes || bytes.length === 0) return noFacts
    // The copy is aligned for 32-bit words.
    const words = new Uint32Array(Uint8Array.from(bytes).buffer)
    for (let at = fact.energyAndScore; at < words.length; at += factWords) {
      const word = words[at] as number
      words[at] = (word & 0xffff) | (scoreIn(word, generation) << scorePart.shift)
    }
    lastItem = Math.max(lastItem, words[words.length - factWords + fact.item] ?? 0)
    const columns = new Uint32Array(columnOf(factWords))
    for (let word = 0; word < factWords; word++) {
      const column = columnOf(word)
      for (let at = 0; at < words.length; at += factWords)
        columns[column + (words[at + fact.item] as number) - first] = words[at + word] as number
    }
    return columns
  }

  return {
    /** Marks changed ranges for reading; cheap. Returns true if there were any. */
    refresh(): boolean {
      clearTimeout(freeTimer)
      freeTimer = setTimeout(free, idleTime).unref()
      const current = changeNumbers.last()
      if (current === refreshedAt) return false
      const changed = changedRanges.all(refreshedAt)
      for (const range of changed) missing.add(range)
      refreshedAt = current
      const { generation: now } = scoreState()
      const isOther = now !== generation
      if (isOther) for (const range of ranges.keys()) missing.add(range)
      generation = now
      return changed.length > 0 || isOther
    },
    /**
     * Reads missing ranges for up to `milliseconds`. Returns true when none is missing. @throws PlainError
     * `TOO_MANY_ITEMS`
     */
    load(milliseconds: number): boolean {
      if (Math.max(ranges.length, missing.size) * rangeLength > maxFacts)
        throw new PlainError(
          'TOO_MANY_ITEMS',
          say`Filters, sorting and counts are for catalogs of up to ${maxFacts.toLocaleString('en')} items. Search by words instead.`,
        )
      const until = performance.now() + milliseconds
      for (const range of missing) {
        ranges[range] = read(range)
        missing.delete(range)
        if (performance.now() > until) break
      }
      return missing.size === 0
    },
    /** Share of the facts that are loaded, from 0 to 1. */
    progress: (): number =>
      missing.size === 0 ? 1 : 1 - missing.size / Math.max(ranges.length, missing.size),
    /** One more than the highest row number. */
    end: (): number => lastItem + 1,
    /**
     * The facts of a range of items, column by column: word `w` of the item at index `at` is at
     * `columnOf(w) + at`. `fact.item` is 0 where there is no item. Empty for a range without items.
     */
    range: (number: number): Uint32Array => ranges[number] ?? noFacts,
    ranges: (): number => ranges.length,
  }
}
