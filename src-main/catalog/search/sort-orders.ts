import type { SortKey } from '../../../src-shared/catalog/model.ts'
import type { Database } from '../../storage/index.ts'
import { fact, factWords, rangeBits } from '../project/fact-layout.ts'
import { nameKey } from '../project/item-facts.ts'
import type { FactColumns } from './fact-columns.ts'
import type { ValueTable } from './value-names.ts'

/** Orders of all items, ascending; items alike are in the order of their arrival. */
interface SortOrders {
  order(by: Exclude<SortKey, 'updated'>): Uint32Array
  /**
   * Puts a window of a list that is sorted by name into its exact order: the whole list is sorted by the first letters,
   * and only what is looked at by the whole names.
   */
  refineNames(list: Uint32Array, offset: number, limit: number): void
}

/** Names beginning alike are put in order up to so many. */
const mostAlike = 20_000

export function openSortOrders(db: Database, columns: FactColumns, values: ValueTable): SortOrders {
  const names = db.prepare<[string], { seq: number; name: string }>(
    'SELECT item.seq, name FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value',
  )
  /** The items and, for each key of the order, the least significant first, its values. */
  const keys = (by: Exclude<SortKey, 'updated'>): ((words: Uint32Array, at: number) => number)[] => {
    const word = (offset: number) => (words: Uint32Array, at: number) => words[at + offset] ?? 0
    const ranked = (
      kind: Parameters<ValueTable['ranks']>[0],
      number: (words: Uint32Array, at: number) => number,
    ) => {
      const ranks = values.ranks(kind)
      return (words: Uint32Array, at: number) => ranks[number(words, at)] ?? 0
    }
    switch (by) {
      case 'name':
        return [word(fact.name + 2), word(fact.name + 1), word(fact.name)]
      case 'gtin':
        return [word(fact.gtin + 1), word(fact.gtin)]
      case 'brand':
        return [ranked('brand', word(fact.brand))]
      case 'manufacturer':
        return [ranked('manufacturer', word(fact.manufacturer))]
      case 'category':
        return [ranked('categories', word(fact.categories))]
      case 'packageType':
        return [ranked('package', (words, at) => (words[at + fact.packageAndStatus] ?? 0) & 0xffff)]
      case 'status':
        return [ranked('status', (words, at) => (words[at + fact.packageAndStatus] ?? 0) >>> 16)]
      case 'size':
        return [word(fact.size)]
      case 'completeness':
        return [(words, at) => (words[at + fact.energyAndCompleteness] ?? 0) >>> 16]
      case 'images':
        return [(words, at) => (words[at + fact.viewsAndPictures] ?? 0) >>> 24]
    }
  }

  const keyWord = (seq: number, offset: number): number =>
    columns.range(seq >> rangeBits)[(seq & ((1 << rangeBits) - 1)) * factWords + fact.name + offset] ?? 0
  const isAlike = (one: number, other: number): boolean =>
    keyWord(one, 0) === keyWord(other, 0) &&
    keyWord(one, 1) === keyWord(other, 1) &&
    keyWord(one, 2) === keyWord(other, 2)

  return {
    order(by) {
      let seqs = allItems(columns)
      for (const key of keys(by)) {
        const of = new Uint32Array(columns.end())
        let differs = 0
        const first = seqs[0] ?? 0
        eachItem(columns, (seq, words, at) => {
          of[seq] = key(words, at)
        })
        for (const seq of seqs) differs |= (of[seq] ?? 0) ^ (of[first] ?? 0)
        if ((differs & 0xffff) !== 0) seqs = sortedByDigit(seqs, of, 0)
        if (differs >>> 16 !== 0) seqs = sortedByDigit(seqs, of, 16)
      }
      return seqs
    },
    refineNames(list, offset, limit) {
      let from = offset
      let end = Math.min(offset + limit, list.length)
      while (from > 0 && isAlike(list[from] ?? 0, list[from - 1] ?? 0)) from--
      while (end > 0 && end < list.length && isAlike(list[end] ?? 0, list[end - 1] ?? 0)) end++
      if (end - from > mostAlike + limit) return
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

type Tell = (seq: number, words: Uint32Array, at: number) => void
/** Tells of each item of a range its facts: the words of the range and where its own begin. */
export function eachItemOf(words: Uint32Array, tell: Tell): void {
  for (let at = 0; at < words.length; at += factWords) {
    const seq = words[at] ?? 0
    if (seq !== 0) tell(seq, words, at)
  }
}

function eachItem(columns: FactColumns, tell: Tell): void {
  for (let range = 0; range < columns.ranges(); range++) eachItemOf(columns.range(range), tell)
}

function allItems(columns: FactColumns): Uint32Array {
  const seqs = new Uint32Array(columns.end())
  let count = 0
  eachItem(columns, (seq) => {
    seqs[count++] = seq
  })
  return seqs.slice(0, count)
}

/** One pass of a radix sort by sixteen bits of a key; items alike stay in their order. */
function sortedByDigit(seqs: Uint32Array, keys: Uint32Array, shift: number): Uint32Array {
  const digitOf = (seq: number): number => ((keys[seq] ?? 0) >>> shift) & 0xffff
  const starts = new Uint32Array(65_537)
  for (const seq of seqs) {
    const behind = digitOf(seq) + 1
    starts[behind] = (starts[behind] ?? 0) + 1
  }
  for (let digit = 1; digit < starts.length; digit++)
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  const sorted = new Uint32Array(seqs.length)
  for (const seq of seqs) {
    const digit = digitOf(seq)
    const place = starts[digit] ?? 0
    sorted[place] = seq
    starts[digit] = place + 1
  }
  return sorted
}
