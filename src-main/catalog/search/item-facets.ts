import { allergenChoices } from '../../../src-shared/allergens/find-allergens.ts'
import {
  basics,
  type CatalogFacets,
  completenessBands,
  type FacetValue,
  noCategory,
} from '../../../src-shared/catalog/model.ts'
import { statusWord } from '../../../src-shared/catalog/status-word.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { basicBits, fact } from '../project/fact-layout.ts'
import type { FactColumns } from './fact-columns.ts'
import type { ItemSets } from './item-sets.ts'
import {
  type Condition,
  categoryKey,
  completenessAt,
  facetBits,
  markOf,
  valueAt,
  viewsAt,
} from './selection-filter.ts'
import { eachItemOf } from './sort-orders.ts'
import { categoriesOf, type ValueKind, type ValueTable } from './value-names.ts'

/** Values offered of each facet. */
const most = 500

export const noFacets: Omit<CatalogFacets, 'state' | 'progress'> = {
  brands: [],
  manufacturers: [],
  categories: [],
  statuses: [],
  packageTypes: [],
  views: [],
  completeness: [],
  allergens: [],
  missing: [],
  changedIn: [],
  notListed: 0,
  inDraft: 0,
  inOutbox: 0,
}

export interface FacetCounter {
  /** Goes on counting, to the end or to a moment of `performance.now()`. True at the end. */
  countUntil(moment: number): boolean
  /** From 0 to 1. */
  progress(): number
  /** What is counted. */
  facets(): Omit<CatalogFacets, 'state' | 'progress'>
}

/**
 * Counts the values of every facet in one pass over the facts of all items, which can be made in parts. An item that fails the filter of one facet
 * alone still counts among that facet's values, so that a second value can be chosen beside the first.
 * @param isFound a mark for each item that the words of the query find; absent without words
 */
export function facetCounter(
  columns: FactColumns,
  values: ValueTable,
  sets: ItemSets,
  conditions: readonly Condition[],
  isFound: Uint8Array | undefined,
): FacetCounter {
  const counter = (kind: ValueKind) => new Uint32Array(values.of(kind).ids.length + 1)
  const counts = {
    brands: counter('brand'),
    manufacturers: counter('manufacturer'),
    categories: counter('categories'),
    statuses: counter('status'),
    packageTypes: counter('package'),
  }
  const at = {
    brands: valueAt.brand,
    manufacturers: valueAt.manufacturer,
    categories: valueAt.categories,
    statuses: valueAt.status,
    packageTypes: valueAt.package,
  }
  type Numbered = keyof typeof counts
  const numbered: Numbered[] = ['brands', 'manufacturers', 'categories', 'statuses', 'packageTypes']
  const numberedBits = numbered.map((name) => facetBits[name])
  const numberedCounts = numbered.map((name) => counts[name])
  const numberedValues = numbered.map((name) => at[name] ?? (() => 0))
  const views = new Uint32Array(25)
  const percents = new Uint32Array(101)
  const bits = new Uint32Array(32)
  const runs = sets.runs()
  const marks = {
    changedIn: runs.map(({ id }) => markOf(sets.changedIn(id))),
    notListed: markOf(sets.notListed()),
    inDraft: markOf(sets.inDraft()),
    inOutbox: markOf(sets.inOutbox()),
  }
  const inRuns = new Uint32Array(runs.length)
  const among = { notListed: 0, inDraft: 0, inOutbox: 0 }

  const count = (seq: number, words: Uint32Array, place: number): void => {
    if (isFound && isFound[seq] !== 1) return
    let failed = 0
    for (const { bit, holds } of conditions) {
      if ((failed & bit) === 0 && !holds(words, place, seq)) {
        failed |= bit
        // Two facets failed, or a condition that is of no facet: the item counts nowhere.
        if ((failed & (failed - 1)) !== 0 || failed === facetBits.always) return
      }
    }
    for (let index = 0; index < numbered.length; index++) {
      if (failed === 0 || failed === numberedBits[index]) {
        const counted = numberedCounts[index] as Uint32Array
        const value = (numberedValues[index] as (typeof numberedValues)[number])(words, place)
        counted[value] = (counted[value] ?? 0) + 1
      }
    }
    if (failed === 0 || failed === facetBits.views) {
      let own = viewsAt(words, place)
      if (own === 0) views[24] = (views[24] ?? 0) + 1
      for (; own !== 0; own &= own - 1) {
        const view = 31 - Math.clz32(own & -own)
        views[view] = (views[view] ?? 0) + 1
      }
    }
    if (failed === 0 || failed === facetBits.completeness) {
      const percent = completenessAt(words, place)
      percents[percent] = (percents[percent] ?? 0) + 1
    }
    if (failed === 0 || failed === facetBits.missing || failed === facetBits.allergens) {
      const both = words[place + fact.missingAndAllergens] ?? 0
      const counted = failed === 0 ? both : failed === facetBits.missing ? both & 0xffff : both & 0xffff0000
      for (let left = counted; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left)
        bits[bit] = (bits[bit] ?? 0) + 1
      }
    }
    if (failed === 0 || failed === facetBits.changedIn)
      marks.changedIn.forEach((isIn, run) => {
        if (isIn[seq] === 1) inRuns[run] = (inRuns[run] ?? 0) + 1
      })
    if ((failed === 0 || failed === facetBits.notListed) && marks.notListed[seq] === 1) among.notListed++
    if ((failed === 0 || failed === facetBits.inDraft) && marks.inDraft[seq] === 1) among.inDraft++
    if ((failed === 0 || failed === facetBits.inOutbox) && marks.inOutbox[seq] === 1) among.inOutbox++
  }

  const listed = (kind: ValueKind, count: Uint32Array, word = (name: string) => name): FacetValue[] => {
    const { ids, names } = values.of(kind)
    return mostFrequent(
      ids.map((id, number) => ({
        id,
        name: word(names[number] || id),
        count: number > 0 ? (count[number] ?? 0) : 0,
      })),
    )
  }
  const bitCount = (bit: number) => bits[31 - Math.clz32(bit)] ?? 0
  const facets = () => ({
    ...among,
    brands: listed('brand', counts.brands),
    manufacturers: listed('manufacturer', counts.manufacturers),
    categories: categoryTree(values, counts.categories),
    statuses: listed('status', counts.statuses, statusWord),
    packageTypes: listed('package', counts.packageTypes),
    views: mostFrequent([
      ...values
        .of('view')
        .ids.slice(1, 24)
        .map((id, index) => ({ id, name: id, count: views[index] ?? 0 })),
      { id: 'none', name: say`No picture`, count: views[24] ?? 0 },
    ]),
    completeness: completenessBands.map(({ id, label, least, most: last }) => ({
      id,
      name: label,
      count: percents.subarray(least, last + 1).reduce((sum, count) => sum + count, 0),
    })),
    missing: basics
      .map(({ id, label }) => ({ id, name: label, count: bitCount(basicBits[id]) }))
      .filter(isThere),
    allergens: mostFrequent(
      allergenChoices.map(({ id, label }, bit) => ({ id, name: label, count: bits[16 + bit] ?? 0 })),
    ),
    changedIn: runs.map(({ id, startedAt }, run) => ({
      id,
      name: new Date(startedAt).toISOString(),
      count: inRuns[run] ?? 0,
    })),
  })
  let range = 0
  return {
    facets,
    progress: () => range / Math.max(1, columns.ranges()),
    countUntil(moment) {
      while (range < columns.ranges()) {
        eachItemOf(columns.range(range++), count)
        if (performance.now() > moment) break
      }
      return range >= columns.ranges()
    },
  }
}

const isThere = ({ count }: FacetValue): boolean => count > 0
const mostFrequent = <Value extends FacetValue>(values: Value[]): Value[] =>
  values
    .filter(isThere)
    .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
    .slice(0, most)

/** Counts the categories of the lists that were counted, and the items without any. A category is under the one before it of the same scheme. */
function categoryTree(values: ValueTable, counts: Uint32Array): CatalogFacets['categories'] {
  const found = new Map<string, CatalogFacets['categories'][number]>()
  let without = 0
  values.of('categories').ids.forEach((list, number) => {
    const count = counts[number] ?? 0
    if (count === 0) return
    const categories = categoriesOf(list)
    if (categories.length === 0) without += count
    const seen = new Set<string>()
    const lastOf = new Map<string, string>()
    for (const category of categories) {
      const id = categoryKey(category)
      if (id === '' || seen.has(id)) continue
      seen.add(id)
      const parentId = lastOf.get(category.scheme)
      lastOf.set(category.scheme, id)
      const known = found.get(id)
      if (known) known.count += count
      else
        found.set(id, { id, name: category.name || id, count, ...(parentId !== undefined && { parentId }) })
    }
  })
  const none: CatalogFacets['categories'][number] = { id: noCategory, name: say`No category`, count: without }
  const offered = mostFrequent([...found.values(), none])
  const ids = new Set(offered.map(({ id }) => id))
  return offered.map((value) => {
    if (value.parentId === undefined || (ids.has(value.parentId) && !isCircle(value.id, found))) return value
    const { parentId, ...alone } = value
    return alone
  })
}

/** Whether the way up from a category leads back to it: records may disagree about what is more general. */
function isCircle(id: string, found: ReadonlyMap<string, { parentId?: string }>): boolean {
  const passed = new Set([id])
  for (let up = found.get(id)?.parentId; up !== undefined; up = found.get(up)?.parentId) {
    if (passed.has(up)) return true
    passed.add(up)
  }
  return false
}
