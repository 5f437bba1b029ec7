import type {
  CatalogFacets,
  CatalogSelection,
  CatalogSort,
  QueryProblem,
} from '../../../src-shared/catalog/model.ts'
import { readQuery, usesScores } from '../../../src-shared/catalog/query.ts'
import { uncounted } from '../../../src-shared/completeness/score-bands.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { boundedCache } from '../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { type Database, openChangeNumbers } from '../../storage/index.ts'
import { columnOf, fact, rangeBits, rangeLength, scorePart } from '../project/fact-layout.ts'
import { openFactColumns } from './facts/fact-columns.ts'
import {
  type FacetCounter,
  facetCounter,
  filterOfFacet,
  type KnownFacets,
  noFacets,
} from './facts/item-facets.ts'
import { openItemSets } from './facts/item-sets.ts'
import { openValueTable } from './facts/value-names.ts'
import { fewHits, type ItemHits } from './item-hits.ts'
import { itemOrder } from './item-selection.ts'
import { marksByRow } from './order/row-numbers.ts'
import { type FactSort, openSortOrders } from './order/sort-orders.ts'
import { type Condition, conditionsOf } from './selection-filter.ts'
import { openFirstHits } from './words/first-hits.ts'
import { type FoundWords, openFoundWords } from './words/found-words.ts'
import type { SearchWords } from './words/search-words.ts'

/** Duration of one slice of reading and counting facts, in milliseconds. */
const sliceTime = 25
/** Above this number of hits, counting all hits and finding the first ones is faster than sorting. */
export const manyHits = 10_000
/** Maximum number of selections counted at the same time. */
const maxCounting = 4
/** Maximum number of remembered queries whose first rows were returned early. */
const maxStartedQueries = 1000

interface Answer {
  /** Ascending in sort order. */
  list: Uint32Array
  problems: QueryProblem[]
  alsoShowing: string[]
}

/** Searches, sorts and counts the catalog for the screens. */
export function openCatalogSearch(db: Database, words: SearchWords, hits: ItemHits) {
  const changeNumbers = openChangeNumbers(db)
  const columns = openFactColumns(db)
  const values = openValueTable(db)
  const sets = openItemSets(db)
  const orders = openSortOrders(db, columns, values)
  const findWords = openFoundWords(db, words, sets)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const sorted = db
    .prepare<[string], number>(`
      SELECT item.seq FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY ${itemOrder}`)
    .pluck()
  /** Four bytes per hit, twice: once in `all` and once in a group. */
  const found = boundedCache<FoundWords>(memoryLimits.searches, (words) => 8 * (words.found?.all.length ?? 0))
  const facets = boundedCache<CatalogFacets>(memoryLimits.totals * 4, () => 200_000)
  const firstHits = openFirstHits(db, words, hits)
  /** Queries whose first rows were returned early; the next call returns the complete result. */
  const startedQueries = new Set<string>()
  /**
   * Active counts by selection, so that two screens with different selections do not restart each other's
   * count.
   */
  const counting = new Map<string, FacetCounter>()
  let validAt = ''
  /** Change number of the findings, which only their own filter and the counts depend on. */
  let findingsAt = 0

  /** Lists depend on drafts and the outbox as well as on items. */
  const clearIfChanged = () => {
    const current = (['items', 'drafts', 'outbox', 'scores'] as const)
      .map((topic) => changeNumbers.lastOf(topic))
      .join(' ')
    const findings = changeNumbers.lastOf('findings')
    if (findings !== findingsAt) {
      facets.clear()
      counting.clear()
    }
    findingsAt = findings
    if (current === validAt) return
    validAt = current
    found.clear()
    facets.clear()
    startedQueries.clear()
    counting.clear()
    values.forget()
  }
  const needFacts = () => {
    columns.refresh()
    columns.load(Number.POSITIVE_INFINITY)
  }
  const foundOf = (selection: CatalogSelection) => {
    const query = readQuery(selection.text)
    const known = found.get(selection.text)
    const made = known ?? findWords(query.terms, query.gtin14s, selection.text)
    if (!known) found.set(selection.text, made)
    return { query, words: made }
  }
  /** The conditions of a selection and of the words found. A query for a complete code has no terms. */
  const conditionsFor = (
    selection: CatalogSelection,
    query: ReturnType<typeof readQuery>,
    foundWords: FoundWords,
  ) => [...conditionsOf(selection, query.terms, values, sets), ...foundWords.conditions]
  const filterBy = (seqs: Uint32Array, conditions: readonly Condition[]): Uint32Array => {
    const passed = new Uint32Array(seqs.length)
    let length = 0
    for (const seq of seqs) {
      const facts = columns.range(seq >> rangeBits)
      const at = seq & (rangeLength - 1)
      if (facts[columnOf(fact.item) + at] === seq && conditions.every(({ holds }) => holds(facts, at, seq)))
        passed[length++] = seq
    }
    return length === seqs.length ? passed : passed.slice(0, length)
  }
  /** All items in the order of a fact. */
  const orderKey = (by: FactSort): string =>
    by === 'completeness' ? `order ${by} ${validAt}` : `order ${by}`
  const itemsBy = (by: FactSort): Uint32Array => hits.kept(orderKey(by), () => orders.sorted(by, everyItem()))
  const everyItem = (): Uint32Array => {
    needFacts()
    return hits.kept('in the order of arrival', () => orders.all())
  }
  /** The items of a selection, by row number. */
  const foundItems = (selection: CatalogSelection): Uint32Array => {
    const { query, words: foundWords } = foundOf(selection)
    const conditions = conditionsFor(selection, query, foundWords)
    const all = foundWords.found?.all ?? everyItem()
    if (conditions.length === 0) return all
    needFacts()
    return filterBy(all, conditions)
  }
  /**
   * A small subset is sorted directly. A large one is picked from the order of all items, which later calls
   * can reuse.
   */
  const sortedItems = (by: FactSort, seqs: Uint32Array): Uint32Array =>
    hits.isKept(orderKey(by)) || seqs.length > everyItem().length / 4
      ? inOrder(itemsBy(by), [seqs])
      : orders.sorted(by, seqs)
  const notesOf = (selection: CatalogSelection) => {
    const { query, words: foundWords } = foundOf(selection)
    return { problems: query.problems, alsoShowing: foundWords.near }
  }
  /**
   * The counts of each filtered facet, if they are known from the selection without its filter: the filter of
   * a facet does not affect the counts of its own values.
   */
  const knownFacets = (selection: CatalogSelection): KnownFacets => {
    const known: KnownFacets = {}
    const keep = <Name extends keyof typeof filterOfFacet>(name: Name) => {
      const filter = filterOfFacet[name]
      if (!isSet(selection[filter])) return
      const counted = facets.get(facetsKey({ ...selection, [filter]: undefined }))
      if (counted) known[name] = counted[name]
    }
    for (const name of Object.keys(filterOfFacet)) keep(name as keyof typeof filterOfFacet)
    return known
  }
  const counterOf = (selection: CatalogSelection): FacetCounter => {
    const { query, words: foundWords } = foundOf(selection)
    const isFound = foundWords.found && marksByRow(foundWords.found.all)
    const conditions = conditionsFor(selection, query, foundWords)
    return facetCounter(columns, values, sets, conditions, isFound, knownFacets(selection))
  }
  const keyOf = (selection: CatalogSelection, sort: CatalogSort | undefined): string =>
    `search ${validAt} ${isSet(selection.findings) ? findingsAt : ''} ${sort?.by ?? ''} ${JSON.stringify(selection)}`

  const find = (selection: CatalogSelection, sort: CatalogSort | undefined): Answer => {
    const { query, words: foundWords } = foundOf(selection)
    const list = hits.kept(keyOf(selection, sort), () => {
      if (sort && sort.by !== 'updated') {
        if (isEverything(selection)) return itemsBy(sort.by)
        return sortedItems(sort.by, foundItems(selection))
      }
      const conditions = conditionsFor(selection, query, foundWords)
      if (conditions.length > 0) needFacts()
      const filtered = (seqs: Uint32Array) => (conditions.length > 0 ? filterBy(seqs, conditions) : seqs)
      if (!foundWords.found) return filtered(hits.all({}))
      if (sort) return inOrder(hits.all({}), [filtered(foundWords.found.all)])
      const groups = foundWords.found.groups()
      if (foundWords.found.all.length <= fewHits)
        return Uint32Array.from(groups.flatMap((group) => sorted.all(JSON.stringify([...filtered(group)]))))
      return inOrder(hits.all({}), groups.map(filtered))
    })
    return { list, ...notesOf(selection) }
  }
  /** The first window of a long list in a new sort order, found long before the entire list is sorted. */
  const firstWindow = (selection: CatalogSelection, sort: CatalogSort, limit: number) => {
    if (sort.by === 'updated' || hits.isKept(keyOf(selection, sort))) return undefined
    const seqs = foundItems(selection)
    if (seqs.length <= fewHits) return undefined
    needFacts()
    const edge = orders.edge(sort.by, seqs, limit, sort.descending)
    return { total: seqs.length, seqs: window(edge, sort, 0, limit) }
  }
  const window = (
    list: Uint32Array,
    sort: CatalogSort | undefined,
    offset: number,
    limit: number,
  ): number[] => {
    const end = sort?.descending ? list.length - offset : Math.min(offset + limit, list.length)
    const from = sort?.descending ? Math.max(0, end - limit) : offset
    if (end <= from) return []
    if (sort?.by === 'name') orders.refineNames(list, from, end - from)
    const seqs = [...list.subarray(from, end)]
    return sort?.descending ? seqs.reverse() : seqs
  }
  /** @throws PlainError `SCORES_NOT_COUNTED` if the selection filters by a score that some items do not have yet */
  const requireScores = (selection: CatalogSelection): void => {
    if (!usesScores(selection)) return
    needFacts()
    const [items, scores] = [columnOf(fact.item), columnOf(scorePart.word)]
    for (let range = 0; range < columns.ranges(); range++) {
      const facts = columns.range(range)
      const end = Math.min(rangeLength, facts.length)
      for (let at = 0; at < end; at++)
        if (facts[items + at] !== 0 && (facts[scores + at] as number) >>> scorePart.shift === uncounted)
          throw new PlainError(
            'SCORES_NOT_COUNTED',
            say`The completeness of some items is not counted yet, so this selection is not known. Try again when the counting has ended.`,
          )
    }
  }
  const isEverything = ({ text, brandIds, manufacturerIds, ...others }: CatalogSelection): boolean =>
    text.trim() === '' &&
    (brandIds?.length ?? 0) + (manufacturerIds?.length ?? 0) === 0 &&
    !Object.values(others).some(isSet)

  /** Whether the first rows of a list can be found before the entire list is sorted. */
  const canReturnEarly = (selection: CatalogSelection): boolean =>
    isEverything({ ...selection, text: '' }) && !hits.isKept(keyOf(selection, undefined))
  /** The first rows; undefined if finding them is not faster than finding all. */
  const firstRows = ({ text }: CatalogSelection, limit: number): number[] | undefined => {
    const { terms, gtin14s, problems } = readQuery(text)
    return gtin14s.length + problems.length === 0 ? firstHits(terms, limit) : undefined
  }
  /** Whether a query is new; its first rows are then returned before its total. */
  const isNew = (text: string): boolean => {
    if (startedQueries.has(text)) return false
    if (startedQueries.size > maxStartedQueries) startedQueries.clear()
    startedQueries.add(text)
    return true
  }

  return {
    /**
     * @param allowIncomplete allows an early first page without the exact total if the list takes long to
     * find; call again for the rest
     */
    page(
      selection: CatalogSelection,
      sort: CatalogSort | undefined,
      offset: number,
      limit: number,
      allowIncomplete = false,
    ) {
      clearIfChanged()
      const rest = { isTotalExact: true, problems: [], alsoShowing: [] }
      if (isEverything(selection) && sort === undefined) return { ...rest, ...hits.page({}, offset, limit) }
      if (offset === 0 && sort === undefined && canReturnEarly(selection)) {
        if (allowIncomplete && isNew(selection.text)) {
          const seqs = firstRows(selection, limit)
          if (seqs) return { ...rest, isTotalExact: false, total: seqs.length, seqs }
        }
        const total = foundOf(selection).words.found?.all.length ?? 0
        const seqs = total > manyHits ? firstRows(selection, limit) : undefined
        if (seqs) return { ...rest, ...notesOf(selection), total, seqs }
      }
      const atFirst = offset === 0 && sort ? firstWindow(selection, sort, limit) : undefined
      if (atFirst) return { ...rest, ...notesOf(selection), ...atFirst }
      const { list, ...notes } = find(selection, sort)
      return { ...rest, ...notes, total: list.length, seqs: window(list, sort, offset, limit) }
    },
    /** Row numbers of an entire selection, in order. Do not modify. */
    all(selection: CatalogSelection, sort?: CatalogSort): Uint32Array {
      clearIfChanged()
      const { list, problems } = find(selection, sort)
      const [problem] = problems
      requireScores(selection)
      // A list shows its query problems; an action on an entire selection must not affect more than intended.
      if (problem) throw new PlainError('QUERY_NOT_UNDERSTOOD', problem.message)
      return list
    },
    position(selection: CatalogSelection, sort: CatalogSort | undefined, id: string): number | null {
      clearIfChanged()
      const seq = seqOf.get(id)
      if (seq === undefined) return null
      const { list } = find(selection, sort)
      const near = list.indexOf(seq)
      if (near < 0) return null
      if (sort?.by === 'name') orders.refineNames(list, near, 1)
      const index = sort?.by === 'name' ? list.indexOf(seq) : near
      return sort?.descending ? list.length - 1 - index : index
    },
    /** Reads and counts facts in slices: call again while `state` is `counting`. */
    facets(selection: CatalogSelection): CatalogFacets {
      clearIfChanged()
      const key = facetsKey(selection)
      const known = facets.get(key)
      if (known) return known
      const until = performance.now() + sliceTime
      if (columns.refresh()) counting.clear()
      if (!columns.load(sliceTime))
        return { ...noFacets, state: 'counting', progress: columns.progress() / 2 }
      const counter = counting.get(key) ?? counterOf(selection)
      if (counting.size >= maxCounting) counting.clear()
      counting.set(key, counter)
      if (!counter.countUntil(until))
        return { ...noFacets, state: 'counting', progress: 0.5 + counter.progress() / 2 }
      counting.delete(key)
      const counted: CatalogFacets = { ...counter.facets(), state: 'ready', progress: 1 }
      facets.set(key, counted)
      return counted
    },
    columns,
    values,
  }
}

/** Whether a filter of a selection is set. */
const isSet = (filter: unknown): boolean =>
  filter !== undefined && filter !== false && !(Array.isArray(filter) && filter.length === 0)

/** The same key for selections with the same meaning, regardless of how a filter is omitted. */
const facetsKey = (selection: CatalogSelection): string =>
  JSON.stringify(
    Object.entries(selection)
      .filter(([, filter]) => isSet(filter))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Concatenates the groups, each in the order of `order`. */
function inOrder(order: Uint32Array, groups: readonly Uint32Array[]): Uint32Array {
  const count = groups.reduce((sum, { length }) => sum + length, 0)
  const picked = new Uint32Array(count + 1)
  let end = 0
  for (const group of groups) {
    const isIn = marksByRow(group)
    const markCount = isIn.length
    // Branch-free: every item is written, and the index advances only if the item is in the group. A branch
    // would be mispredicted.
    for (let at = 0; at < order.length; at++) {
      const seq = order[at] as number
      picked[end] = seq
      end += seq < markCount ? (isIn[seq] as number) : 0
    }
  }
  return picked.subarray(0, end)
}
