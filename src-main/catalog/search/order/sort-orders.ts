import type { SortKey } from '../../../../src-shared/catalog/model.ts'
import type { Database } from '../../../storage/index.ts'
import {
  columnOf,
  energyPart,
  type FactPart,
  fact,
  picturesPart,
  rangeBits,
  rangeLength,
  scorePart,
  valueParts,
  wholeWord,
} from '../../project/fact-layout.ts'
import { nameKey } from '../../project/item-facts.ts'
import type { FactColumns } from '../facts/fact-columns.ts'
import type { ValueKind, ValueTable } from '../facts/value-names.ts'
import { areAllEqual, edgeIndexes, indexesBy } from './radix-sort.ts'
import { joinedNumbers } from './row-numbers.ts'

export type FactSort = Exclude<SortKey, 'updated'>

/** Maximum number of names with the same prefix that are sorted exactly. */
const maxSamePrefix = 20_000

/** A sort key: a bit field of the facts, or the rank of the value whose number it contains. */
interface Key {
  part: FactPart
  ranks?: ValueKind
}

/** The keys of each order, least significant first. */
const sortedBy: Record<FactSort, Key[]> = {
  name: [2, 1, 0].map((word) => ({ part: wholeWord(fact.name + word) })),
  gtin: [1, 0].map((word) => ({ part: wholeWord(fact.gtin + word) })),
  brand: [{ part: valueParts.brand, ranks: 'brand' }],
  manufacturer: [{ part: valueParts.manufacturer, ranks: 'manufacturer' }],
  category: [{ part: valueParts.categories, ranks: 'categories' }],
  packageType: [{ part: valueParts.package, ranks: 'package' }],
  status: [{ part: valueParts.status, ranks: 'status' }],
  size: [{ part: wholeWord(fact.size) }],
  completeness: [{ part: scorePart }],
  images: [{ part: picturesPart }],
  // Unknown is the largest value, so it comes last.
  energy: [{ part: energyPart }],
}

/** Sorts items, ascending. Equal items are in order of row number, which is the order of insertion. */
export function openSortOrders(db: Database, columns: FactColumns, values: ValueTable) {
  const names = db.prepare<[string], { seq: number; name: string }>(
    'SELECT item.seq, name FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value',
  )
  const keysOf = ({ part: { word, shift, mask }, ranks }: Key, seqs: Uint32Array): Uint32Array => {
    const keys = new Uint32Array(seqs.length)
    const column = columnOf(word)
    let range = -1
    let facts: Uint32Array = noFacts
    for (let index = 0; index < seqs.length; index++) {
      const seq = seqs[index] as number
      if (seq >> rangeBits !== range) {
        range = seq >> rangeBits
        facts = columns.range(range)
      }
      keys[index] = ((facts[column + (seq & (rangeLength - 1))] as number) >>> shift) & mask
    }
    if (ranks === undefined) return keys
    const rankOf = values.ranks(ranks)
    for (let index = 0; index < keys.length; index++) keys[index] = rankOf[keys[index] as number] ?? 0
    return keys
  }
  const sorted = (by: FactSort, seqs: Uint32Array): Uint32Array =>
    picked(seqs, indexesBy(seqs.length, ...sortedBy[by].map((key) => () => keysOf(key, seqs))))

  const keyWord = (seq: number, offset: number): number =>
    columns.range(seq >> rangeBits)[columnOf(fact.name + offset) + (seq & (rangeLength - 1))] ?? 0
  const hasSamePrefix = (one: number, other: number): boolean =>
    keyWord(one, 0) === keyWord(other, 0) &&
    keyWord(one, 1) === keyWord(other, 1) &&
    keyWord(one, 2) === keyWord(other, 2)

  return {
    /** The row numbers of all items, ascending. */
    all: (): Uint32Array => allItems(columns),
    /** Sorts ascending row numbers. */
    sorted,
    /**
     * The start or end of such an order: at least `count` items. For names, it includes all with the same
     * prefix as the last one, so that they can be refined. Takes a fraction of the time of sorting a long
     * list: items with an equal key are told apart by the next key only where the list is cut.
     */
    edge(by: FactSort, seqs: Uint32Array, count: number, ofEnd: boolean): Uint32Array {
      const keys = sortedBy[by]
      const certain: Uint32Array[] = []
      let wanted = count
      let rest = seqs
      for (let index = keys.length - 1; index >= 0; index--) {
        const keyValues = keysOf(keys[index] as Key, rest)
        if (areAllEqual(keyValues)) continue
        const mayCut = index === 0 && by !== 'name'
        const places = edgeIndexes(keyValues, { count: wanted, ofEnd, mayCut })
        const bound = places.reduce(
          (last, place) => (ofEnd ? Math.min : Math.max)(last, keyValues[place] as number),
          keyValues[places[0] as number] as number,
        )
        const inside = places.filter((place) => keyValues[place] !== bound)
        certain.push(picked(rest, inside))
        rest = picked(
          rest,
          places.filter((place) => keyValues[place] === bound),
        )
        wanted -= inside.length
        if (rest.length <= 2 * wanted) break
      }
      return certain.length === 0 ? seqs : sorted(by, joinedNumbers([...certain, rest]))
    },
    /**
     * Sorts a window of a list by complete names. The entire list is only sorted by the first bytes of names.
     */
    refineNames(list: Uint32Array, offset: number, limit: number): void {
      let from = offset
      let end = Math.min(offset + limit, list.length)
      while (from > 0 && hasSamePrefix(list[from] ?? 0, list[from - 1] ?? 0)) from--
      while (end > 0 && end < list.length && hasSamePrefix(list[end] ?? 0, list[end - 1] ?? 0)) end++
      if (end - from > maxSamePrefix + limit) return
      const found = names.all(JSON.stringify([...list.subarray(from, end)]))
      const sorted = found
        .map(({ seq, name }) => ({ seq, key: nameKey(name) }))
        .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)) || one.seq - other.seq)
      // Prefixes are compared by bytes and complete names by UTF-16; within one prefix the two orders are
      // nearly the same.
      if (sorted.length === end - from)
        for (const [index, { seq }] of groupwise(sorted, hasSamePrefix, list, from).entries())
          list[from + index] = seq
    },
  }
}

/**
 * Keeps each group of names with the same prefix at its position in the list, and its members in their own
 * order.
 */
function groupwise(
  sorted: { seq: number }[],
  hasSamePrefix: (one: number, other: number) => boolean,
  list: Uint32Array,
  from: number,
): { seq: number }[] {
  const groups: { seq: number }[][] = []
  const groupOf = new Map<number, number>()
  for (let at = from; at < from + sorted.length; at++) {
    const seq = list[at] ?? 0
    if (at === from || !hasSamePrefix(seq, list[at - 1] ?? 0)) groups.push([])
    groupOf.set(seq, groups.length - 1)
  }
  for (const one of sorted) groups[groupOf.get(one.seq) ?? 0]?.push(one)
  return groups.flat()
}

function allItems(columns: FactColumns): Uint32Array {
  const seqs = new Uint32Array(columns.end())
  let count = 0
  for (let range = 0; range < columns.ranges(); range++) {
    const facts = columns.range(range)
    const end = Math.min(rangeLength, facts.length)
    for (let at = 0; at < end; at++) {
      const seq = facts[columnOf(fact.item) + at] as number
      if (seq !== 0) seqs[count++] = seq
    }
  }
  return seqs.slice(0, count)
}

const noFacts = new Uint32Array(0)

function picked(seqs: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at++) found[at] = seqs[places[at] as number] as number
  return found
}
