import { allergenIds } from '../../../src-shared/allergens/find-allergens.ts'
import { basics, type CatalogSelection, noCategory } from '../../../src-shared/catalog/model.ts'
import type { QueryTerm } from '../../../src-shared/catalog/query.ts'
import { scoreChoices } from '../../../src-shared/completeness/score-bands.ts'
import {
  basicBits,
  columnOf,
  fact,
  lastView,
  picturesIn,
  unknownEnergy,
  valueParts,
  viewsIn,
} from '../project/fact-layout.ts'
import type { ItemSets } from './facts/item-sets.ts'
import { categoriesOf, type ValueTable } from './facts/value-names.ts'
import { marksByRow } from './order/row-numbers.ts'

/** Facets of a list. When the values of a facet are counted, its own filter is ignored. */
export const facetBits = {
  always: 1,
  brands: 2,
  manufacturers: 4,
  categories: 8,
  statuses: 16,
  packageTypes: 32,
  views: 64,
  completeness: 128,
  allergens: 256,
  missing: 512,
  changedIn: 1024,
  notListed: 2048,
  inDraft: 4096,
  inOutbox: 8192,
  findings: 16384,
} as const

/** @param at index of the item in the facts of its range (`columnOf`) @param seq its row number */
type Test = (facts: Uint32Array, at: number, seq: number) => boolean
/** A condition of a selection. */
export interface Condition {
  bit: number
  holds: Test
}

const pictureColumn = columnOf(fact.viewsAndPictures)
const viewsAt = (facts: Uint32Array, at: number): number => viewsIn(facts[pictureColumn + at] as number)
const picturesAt = (facts: Uint32Array, at: number): number => picturesIn(facts[pictureColumn + at] as number)
const energyColumn = columnOf(fact.energyAndScore)
/** The score in percent, or a value of `withoutScore`. */
const scoreAt = (facts: Uint32Array, at: number): number => (facts[energyColumn + at] as number) >>> 16
const updatedColumn = columnOf(fact.updated)

/** The conditions of a selection, apart from its words. */
export function conditionsOf(
  selection: CatalogSelection,
  terms: readonly QueryTerm[],
  values: ValueTable,
  sets: ItemSets,
): Condition[] {
  const conditions: Condition[] = []
  const add = (bit: number, holds: Test) => conditions.push({ bit, holds })
  const marked = (isIn: Uint8Array): Test => {
    return (_facts, _at, seq) => isIn[seq] === 1
  }
  const member = (seqs: readonly number[]): Test => marked(marksByRow(seqs))
  const oneOf = (kind: keyof typeof valueParts, marks: Uint8Array): Test => {
    const { word, shift, mask } = valueParts[kind]
    const column = columnOf(word)
    return (facts, at) => marks[((facts[column + at] as number) >>> shift) & mask] === 1
  }
  /** Matches the first product or, rarely, a further one. */
  const party = (kind: 'brand' | 'manufacturer', ids: readonly string[]): Test => {
    const further = sets.ofParty(kind, ids)
    const first = oneOf(kind, values.numbers(kind, ids))
    if (further.length === 0) return first
    const isFurther = member(further)
    return (facts, at, seq) => first(facts, at, seq) || isFurther(facts, at, seq)
  }
  const anyBit = (word: number, shift: number, mask: number): Test => {
    const column = columnOf(word)
    return (facts, at) => (((facts[column + at] as number) >>> shift) & mask) !== 0
  }
  const { brandIds = [], manufacturerIds = [], excludedIds = [] } = selection
  if (brandIds.length > 0) add(facetBits.brands, party('brand', brandIds))
  if (manufacturerIds.length > 0) add(facetBits.manufacturers, party('manufacturer', manufacturerIds))
  if (selection.categoryIds?.length) {
    const wanted = new Set(selection.categoryIds)
    const lists = values.of('categories').ids
    const marks = Uint8Array.from(lists, (list) => {
      const categories = categoriesOf(list)
      if (categories.length === 0) return wanted.has(noCategory) ? 1 : 0
      return categories.some((category) => wanted.has(categoryKey(category))) ? 1 : 0
    })
    add(facetBits.categories, oneOf('categories', marks))
  }
  if (selection.statuses?.length)
    add(facetBits.statuses, oneOf('status', values.numbers('status', selection.statuses)))
  if (selection.packageTypes?.length)
    add(facetBits.packageTypes, oneOf('package', values.numbers('package', selection.packageTypes)))
  if (selection.views?.length) {
    const bits = viewBits(values, selection.views)
    const withNone = selection.views.includes('none')
    add(facetBits.views, (facts, at) => {
      const own = viewsAt(facts, at)
      return (own & bits) !== 0 || (withNone && picturesAt(facts, at) === 0)
    })
  }
  if (selection.completeness?.length) {
    const bands = scoreChoices.filter(({ id }) => selection.completeness?.includes(id))
    add(facetBits.completeness, (facts, at) => {
      const percent = scoreAt(facts, at)
      return bands.some(({ least, most }) => percent >= least && percent <= most)
    })
  }
  if (selection.allergens?.length) {
    let bits = 0
    allergenIds.forEach((id, bit) => {
      if (selection.allergens?.includes(id)) bits |= 1 << bit
    })
    add(facetBits.allergens, anyBit(fact.missingAndAllergens, 16, bits))
  }
  if (selection.missing?.length) {
    let bits = 0
    for (const { id } of basics) if (selection.missing.includes(id)) bits |= basicBits[id]
    add(facetBits.missing, anyBit(fact.missingAndAllergens, 0, bits))
  }
  if (selection.findings?.length) {
    const items = sets.withFindings()
    const found = [...items].flatMap(([kind, seqs]) => (selection.findings?.includes(kind) ? [seqs] : []))
    add(facetBits.findings, marked(marksByRow(...found)))
  }
  if (selection.changedIn?.length) add(facetBits.changedIn, marked(sets.changedIn(selection.changedIn)))
  if (selection.notListed) add(facetBits.notListed, member(sets.notListed()))
  if (selection.inDraft) add(facetBits.inDraft, member(sets.inDraft()))
  if (selection.inOutbox) add(facetBits.inOutbox, member(sets.inOutbox()))
  if (excludedIds.length > 0) {
    const isExcluded = member(sets.byIds(excludedIds))
    add(facetBits.always, (facts, at, seq) => !isExcluded(facts, at, seq))
  }
  for (const term of terms) {
    const holds = testOf(term)
    if (holds) add(facetBits.always, term.not ? (facts, at, seq) => !holds(facts, at, seq) : holds)
  }
  return conditions

  function idsContaining(kind: 'brand' | 'manufacturer', text: string): string[] {
    const marks = values.containing(kind, text)
    return values.of(kind).ids.filter((_id, number) => marks[number] === 1)
  }

  /** The test of a term; undefined for words and codes, which the full-text index finds. */
  function testOf(term: QueryTerm): Test | undefined {
    switch (term.kind) {
      case 'words':
      case 'code':
        return undefined
      case 'text':
        if (term.field === 'retailer') return member(sets.ofRetailer(term.text))
        if (term.field === 'category') return oneOf('categories', values.containing('categories', term.text))
        if (term.field === 'package') return oneOf('package', values.containing('package', term.text))
        return party(term.field, idsContaining(term.field, term.text))
      case 'status': {
        const wanted = term.status.toLowerCase()
        const marks = Uint8Array.from(values.of('status').ids, (id) =>
          id !== '' && id.toLowerCase() === wanted ? 1 : 0,
        )
        return oneOf('status', marks)
      }
      case 'missing':
        return anyBit(fact.missingAndAllergens, 0, basicBits[term.basic])
      case 'view': {
        const bits = viewBits(values, [term.view])
        return (facts, at) => (viewsAt(facts, at) & bits) !== 0
      }
      case 'allergen':
        return anyBit(fact.missingAndAllergens, 16, 1 << allergenIds.indexOf(term.allergen))
      case 'updated': {
        const [from, to] = [Math.ceil(term.from / 1000), Math.floor(term.to / 1000)]
        return (facts, at) => {
          const updated = facts[updatedColumn + at] as number
          return updated >= from && updated <= to
        }
      }
      case 'number': {
        const { field, least, most } = term
        if (field === 'images')
          return (facts, at) => picturesAt(facts, at) >= least && picturesAt(facts, at) <= most
        if (field === 'complete')
          return (facts, at) => scoreAt(facts, at) >= least && scoreAt(facts, at) <= Math.min(most, 100)
        return (facts, at) => {
          const tenths = (facts[energyColumn + at] as number) & 0xffff
          return tenths !== unknownEnergy && tenths >= 10 * least - 0.001 && tenths <= 10 * most + 0.001
        }
      }
    }
  }
}

/** Categories are identified by identifier, or by label if they have none. */
export const categoryKey = ({ id, name }: { id: string; name: string }): string => id || name

/** Views with a number beyond the first ones share one bit. */
function viewBits(values: ValueTable, views: readonly string[]): number {
  const { ids } = values.of('view')
  let bits = 0
  ids.forEach((id, number) => {
    if (number > 0 && views.includes(id)) bits |= 1 << (Math.min(number, lastView + 1) - 1)
  })
  return bits
}
