import { allergenChoices } from '../../../../src-shared/allergens/find-allergens.ts'
import {
  basics,
  type CatalogFacets,
  type CatalogSelection,
  type FacetValue,
  noCategory,
} from '../../../../src-shared/catalog/model.ts'
import { statusWord } from '../../../../src-shared/catalog/status-word.ts'
import { scoreBands, withoutScore } from '../../../../src-shared/completeness/score-bands.ts'
import { differingKinds } from '../../../../src-shared/evidence/model.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import {
  basicBits,
  columnOf,
  fact,
  rangeBits,
  rangeLength,
  scorePart,
  valueParts,
  viewsPart,
} from '../../project/fact-layout.ts'
import { marksByRow } from '../order/row-numbers.ts'
import { type Condition, categoryKey, facetBits } from '../selection-filter.ts'
import type { FactColumns } from './fact-columns.ts'
import { bitsOfBytes, countMarked, countParts, countZeros, type Places, placeSorter } from './fact-counts.ts'
import type { ItemSets } from './item-sets.ts'
import { categoriesOf, type ValueKind, type ValueTable } from './value-names.ts'

/** Maximum number of values per facet. */
const maxValues = 500

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
  findings: [],
  changedIn: [],
  notListed: 0,
  inDraft: 0,
  inOutbox: 0,
}

/** The facets whose values a filter of the selection can choose, with that filter. */
export const filterOfFacet = {
  brands: 'brandIds',
  manufacturers: 'manufacturerIds',
  categories: 'categoryIds',
  statuses: 'statuses',
  packageTypes: 'packageTypes',
  views: 'views',
  completeness: 'completeness',
  allergens: 'allergens',
  missing: 'missing',
  findings: 'findings',
  changedIn: 'changedIn',
  notListed: 'notListed',
  inDraft: 'inDraft',
  inOutbox: 'inOutbox',
} as const satisfies Record<string, keyof CatalogSelection>
type FacetName = keyof typeof filterOfFacet
export type KnownFacets = Partial<Pick<CatalogFacets, FacetName>>

const numberedFacets = [
  { name: 'brands', kind: 'brand' },
  { name: 'manufacturers', kind: 'manufacturer' },
  { name: 'categories', kind: 'categories' },
  { name: 'statuses', kind: 'status' },
  { name: 'packageTypes', kind: 'package' },
] as const
type Numbered = (typeof numberedFacets)[number]['name']

/** Bit fields of facts, one byte each, from the lowest. */
const byteFacets = [
  ...[0, 8, 16].map((shift) => ({ name: 'views', word: fact.viewsAndPictures, shift }) as const),
  ...[0, 8].map((shift) => ({ name: 'missing', word: fact.missingAndAllergens, shift }) as const),
  ...[16, 24].map((shift) => ({ name: 'allergens', word: fact.missingAndAllergens, shift }) as const),
]

export type FacetCounter = ReturnType<typeof facetCounter>

/**
 * Counts the values of every facet in one pass over the facts of all items, which can be split into steps. An
 * item that fails only the filter of one facet still counts among that facet's values, so that a second value
 * can be selected.
 * @param isFound marks the items found by the words of the query; absent without words
 * @param known counts of filtered facets, from a count without that filter; they are not counted again
 */
export function facetCounter(
  columns: FactColumns,
  values: ValueTable,
  sets: ItemSets,
  filters: readonly Condition[],
  isFound: Uint8Array | undefined,
  known: KnownFacets = {},
) {
  const knownBits = new Set<number>(Object.keys(known).map((name) => facetBits[name as FacetName]))
  const conditions = filters.map((filter) =>
    knownBits.has(filter.bit) ? { ...filter, bit: facetBits.always } : filter,
  )
  const numbered = numberedFacets.map((facet) => ({
    ...{ ...facet, bit: facetBits[facet.name], part: valueParts[facet.kind] },
    counts: new Uint32Array(values.of(facet.kind).ids.length + 1),
  }))
  const countsOf = (facet: Numbered) =>
    numbered.find(({ name }) => name === facet)?.counts ?? new Uint32Array(0)
  /** Number of items with each score. */
  const scores = new Uint32Array(scorePart.mask + 1)
  /** Number of items with each value of a byte of the bits: counting bytes is faster than counting bits. */
  const bytes = byteFacets.map(({ name, ...part }) => ({
    ...{ name, bit: facetBits[name], part: { ...part, mask: 0xff } },
    counts: new Uint32Array(256),
  }))
  const bitsOf = (facet: 'views' | 'missing' | 'allergens'): number[] =>
    bytes.filter(({ name }) => name === facet).flatMap(({ counts }) => bitsOfBytes(counts))
  let withoutViews = 0
  const runs = sets.runs()
  const marked = [
    ...runs.map(({ id }) => ({ bit: facetBits.changedIn, marks: sets.changedIn([id]), count: 0 })),
    { bit: facetBits.notListed, marks: marksByRow(sets.notListed()), count: 0 },
    { bit: facetBits.inDraft, marks: marksByRow(sets.inDraft()), count: 0 },
    { bit: facetBits.inOutbox, marks: marksByRow(sets.inOutbox()), count: 0 },
    ...differingKinds.map((kind) => ({
      ...{ bit: facetBits.findings, marks: marksByRow(sets.withFindings().get(kind) ?? []), count: 0 },
    })),
  ]
  const partition = placeSorter(rangeLength, conditions, isFound)
  /** Brands and manufacturers of further products, which the filters match too. */
  const further = { brand: new Map<string, FacetValue>(), manufacturer: new Map<string, FacetValue>() }
  const hasFurther = sets.hasFurtherParties()
  const countFurther = (range: number, facts: Uint32Array): void => {
    if (!hasFurther) return
    const first = range << rangeBits
    for (const { item, kind, id, name } of sets.furtherParties(first, first + rangeLength - 1)) {
      const at = item - first
      const own = kind === 'brand' ? facetBits.brands : facetBits.manufacturers
      const isCounted =
        facts[columnOf(fact.item) + at] === item &&
        (!isFound || isFound[item] === 1) &&
        conditions.every(({ bit, holds }) => bit === own || holds(facts, at, item))
      if (!isCounted) continue
      const known = further[kind].get(id)
      if (known) known.count++
      else further[kind].set(id, { id, name: name || id, count: 1 })
    }
  }

  const count = (facts: Uint32Array): void => {
    const { meeting, failing } = partition(facts)
    const each = (bit: number, use: (places: Places) => void) => {
      use(meeting)
      const others = failing.get(bit)
      if (others && others.length > 0) use(others)
    }
    for (const { bit, counts, part } of numbered)
      each(bit, (places) => countParts(counts, facts, places, part))
    for (const { bit, counts, part } of bytes) each(bit, (places) => countParts(counts, facts, places, part))
    each(facetBits.views, (places) => {
      withoutViews += countZeros(facts, places, viewsPart)
    })
    each(facetBits.completeness, (places) => countParts(scores, facts, places, scorePart))
    for (const one of marked) {
      if (one.marks.length > 1)
        each(one.bit, (places) => {
          one.count += countMarked(one.marks, facts, places)
        })
    }
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
  const parties = (kind: 'brand' | 'manufacturer', count: Uint32Array): FacetValue[] => {
    const { ids, names } = values.of(kind)
    const first = ids.map((id, number) => ({
      ...{ id, name: names[number] || id },
      count: (number > 0 ? (count[number] ?? 0) : 0) + (further[kind].get(id)?.count ?? 0),
    }))
    const known = new Set(ids)
    return mostFrequent([...first, ...[...further[kind].values()].filter(({ id }) => !known.has(id))])
  }
  const facets = () => {
    const [views, missing, allergens] = [bitsOf('views'), bitsOf('missing'), bitsOf('allergens')]
    const [notListed = 0, inDraft = 0, inOutbox = 0, ...ofKinds] = marked
      .slice(runs.length)
      .map(({ count }) => count)
    return {
      ...{ notListed, inDraft, inOutbox },
      brands: parties('brand', countsOf('brands')),
      manufacturers: parties('manufacturer', countsOf('manufacturers')),
      categories: categoryTree(values, countsOf('categories')),
      statuses: listed('status', countsOf('statuses'), statusWord),
      packageTypes: listed('package', countsOf('packageTypes')),
      views: mostFrequent([
        ...values
          .of('view')
          .ids.slice(1, 24)
          .map((id, index) => ({ id, name: id, count: views[index] ?? 0 })),
        { id: 'none', name: say`No picture`, count: withoutViews },
      ]),
      completeness: [
        ...scoreBands.map(bandCount),
        // Usually each item has a score.
        ...withoutScore.map(bandCount).filter(isPresent),
      ],
      missing: basics
        .map(({ id, label }) => ({ id, name: label, count: missing[31 - Math.clz32(basicBits[id])] ?? 0 }))
        .filter(isPresent),
      // In the order of their weight.
      findings: differingKinds
        .map((kind, at) => ({ id: kind, name: kind, count: ofKinds[at] ?? 0 }))
        .filter(isPresent),
      allergens: mostFrequent(
        allergenChoices.map(({ id, label }, bit) => ({ id, name: label, count: allergens[bit] ?? 0 })),
      ),
      changedIn: runs.map(({ id, startedAt }, run) => ({
        id,
        name: new Date(startedAt).toISOString(),
        count: marked[run]?.count ?? 0,
      })),
      ...known,
    }
  }
  const bandCount = ({
    id,
    label,
    least,
    most,
  }: (typeof scoreBands | typeof withoutScore)[number]): FacetValue => ({
    id,
    name: label,
    count: scores.subarray(least, most + 1).reduce((sum, count) => sum + count, 0),
  })
  let range = 0
  return {
    /** The current counts. */
    facets,
    /** From 0 to 1. */
    progress: (): number => range / Math.max(1, columns.ranges()),
    /**
     * Continues counting until done or until `moment`, a time of `performance.now()`. Returns true when done.
     */
    countUntil(moment: number): boolean {
      while (range < columns.ranges()) {
        const facts = columns.range(range)
        count(facts)
        countFurther(range++, facts)
        if (performance.now() > moment) break
      }
      return range >= columns.ranges()
    },
  }
}

const isPresent = ({ count }: FacetValue): boolean => count > 0
const mostFrequent = <Value extends FacetValue>(values: Value[]): Value[] =>
  values
    .filter(isPresent)
    .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
    .slice(0, maxValues)

/**
 * Counts the categories in the counted lists, and items without any. A category's parent is the one before it
 * in the same scheme.
 */
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
    if (value.parentId === undefined || (ids.has(value.parentId) && !isCyclic(value.id, found))) return value
    const { parentId, ...alone } = value
    return alone
  })
}

/** Whether the ancestors of a category include itself: records may disagree about the hierarchy. */
function isCyclic(id: string, found: ReadonlyMap<string, { parentId?: string }>): boolean {
  const passed = new Set([id])
  for (let up = found.get(id)?.parentId; up !== undefined; up = found.get(up)?.parentId) {
    if (passed.has(up)) return true
    passed.add(up)
  }
  return false
}
