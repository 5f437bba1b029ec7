import type { SortKey } from '../../../../src-shared/catalog/model.ts'
import type { Database } from '../../../storage/index.ts'
import {
  completenessPart,
  type FactPart,
  fact,
  factWords,
  picturesPart,
  rangeBits,
  rangeLength,
  valueParts,
  wholeWord,
} from '../../project/fact-layout.ts'
import { nameKey } from '../../project/item-facts.ts'
import type { FactColumns } from '../facts/fact-columns.ts'
import type { ValueKind, ValueTable } from '../facts/value-names.ts'
import { areSame, placesBy, placesOfEdge } from './radix-sort.ts'

export type FactSort = Exclude<SortKey, 'updated'>

/** Names beginning alike are put in order up to so many. */
const maxAlike = 20_000

/** What items are sorted by: a part of their facts, or the rank of the value whose number it is. */
interface Key {
  part: FactPart
  ranks?: ValueKind
}

/** The keys of each order, the one that counts least first. */
const sortedBy: Record<FactSort, Key[]> = {
  name: [2, 1, 0].map((word) => ({ part: wholeWord(fact.name + word) })),
  gtin: [1, 0].map((word) => ({ part: wholeWord(fact.gtin + word) })),
  brand: [{ part: valueParts.brand, ranks: 'brand' }],
  manufacturer: [{ part: valueParts.manufacturer, ranks: 'manufacturer' }],
  category: [{ part: valueParts.categories, ranks: 'categories' }],
  packageType: [{ part: valueParts.package, ranks: 'package' }],
  status: [{ part: valueParts.status, ranks: 'status' }],
  size: [{ part: wholeWord(fact.size) }],
  completeness: [{ part: completenessPart }],
  images: [{ part: picturesPart }],
}

/** Orders of items, ascending; items alike are in the order of their arrival, which is that of their row numbers. */
export function openSortOrders(db: Database, columns: FactColumns, values: ValueTable) {
  const names = db.prepare<[string], { seq: number; name: string }>(
    'SELECT item.seq, name FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value',
  )
  const keysOf = ({ part: { word, shift, mask }, ranks }: Key, seqs: Uint32Array): Uint32Array => {
    const keys = new Uint32Array(seqs.length)
    let range = -1
    let words: Uint32Array = nothing
    for (let index = 0; index < seqs.length; index++) {
      const seq = seqs[index] as number
      if (seq >> rangeBits !== range) {
        range = seq >> rangeBits
        words = columns.range(range)
      }
      keys[index] = ((words[(seq & (rangeLength - 1)) * factWords + word] as number) >>> shift) & mask
    }
    if (ranks === undefined) return keys
    const rankOf = values.ranks(ranks)
    for (let index = 0; index < keys.length; index++) keys[index] = rankOf[keys[index] as number] ?? 0
    return keys
  }
  const sorted = (by: FactSort, seqs: Uint32Array): Uint32Array =>
    picked(seqs, placesBy(seqs.length, ...sortedBy[by].map((key) => () => keysOf(key, seqs))))

  const keyWord = (seq: number, offset: number): number =>
    columns.range(seq >> rangeBits)[(seq & (rangeLength - 1)) * factWords + fact.name + offset] ?? 0
  const isAlike = (one: number, other: number): boolean =>
    keyWord(one, 0) === keyWord(other, 0) &&
    keyWord(one, 1) === keyWord(other, 1) &&
    keyWord(one, 2) === keyWord(other, 2)

  return {
    /** The row numbers of all items, ascending. */
    all: (): Uint32Array => allItems(columns),
    /** Ascending row numbers in an order. */
    sorted,
    /**
     * The beginning of such an order, or its end: at least so many; of names with all that begin like the last of them, so
     * that they can be refined. A long list is looked through in a fraction of the time that sorting it takes.
     */
    edge(by: FactSort, seqs: Uint32Array, count: number, ofEnd: boolean): Uint32Array {
      const keys = sortedBy[by]
      for (let index = keys.length - 1; index >= 0; index--) {
        const of = keysOf(keys[index] as Key, seqs)
        if (areSame(of)) continue
        const mayCut = index === 0 && by !== 'name'
        return sorted(by, picked(seqs, placesOfEdge(of, { count, ofEnd, mayCut })))
      }
      return seqs
    },
    /**
     * Puts a window of a list that is sorted by name into its exact order: the whole list is sorted by the first letters,
     * and only what is looked at by the whole names.
     */
    refineNames(list: Uint32Array, offset: number, limit: number): void {
      let from = offset
      let end = Math.min(offset + limit, list.length)
      while (from > 0 && isAlike(list[from] ?? 0, list[from - 1] ?? 0)) from--
      while (end > 0 && end < list.length && isAlike(list[end] ?? 0, list[end - 1] ?? 0)) end++
      if (end - from > maxAlike + limit) return
      const found = names.all(JSON.stringify([...list.subarray(from, end)]))
      const sorted = found
        .map(({ seq, name }) => ({ seq, key: nameKey(name) }))
        .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)) || one.seq - other.seq)
      // The first letters were compared by bytes and whole names are by UTF-16: within one beginning both agree nearly.
      if (sorted.length === end - from)
        for (const [index, { seq }] of groupwise(sorted, isAlike, list, from).entries())
          list[from + index] = seq
    },
  }
}

/** Keeps every group of names beginning alike where the list has it, and its members in their own order. */
function groupwise(
  sorted: { seq: number }[],
  isAlike: (one: number, other: number) => boolean,
  list: Uint32Array,
  from: number,
): { seq: number }[] {
  const groups: { seq: number }[][] = []
  const groupOf = new Map<number, number>()
  for (let at = from; at < from + sorted.length; at++) {
    const seq = list[at] ?? 0
    if (at === from || !isAlike(seq, list[at - 1] ?? 0)) groups.push([])
    groupOf.set(seq, groups.length - 1)
  }
  for (const one of sorted) groups[groupOf.get(one.seq) ?? 0]?.push(one)
  return groups.flat()
}

function allItems(columns: FactColumns): Uint32Array {
  const seqs = new Uint32Array(columns.end())
  let count = 0
  for (let range = 0; range < columns.ranges(); range++) {
    const words = columns.range(range)
    for (let at = 0; at < words.length; at += factWords) {
      const seq = words[at + fact.item] as number
      if (seq !== 0) seqs[count++] = seq
    }
  }
  return seqs.slice(0, count)
}

const nothing = new Uint32Array(0)

function picked(seqs: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at++) found[at] = seqs[places[at] as number] as number
  return found
}
