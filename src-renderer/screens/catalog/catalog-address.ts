import {
  type CatalogSelection,
  type CatalogSort,
  catalogSort,
  sortKeys,
} from '../../../src-shared/catalog/model.ts'

/** What the catalog shows and in which order: the query of its address. */
export interface CatalogQuestion {
  selection: CatalogSelection
  /** Absent: the best match first, without words the latest change first. */
  sort?: CatalogSort | undefined
}

/** Filters of a selection that are lists of values, by the name of their parameter in the address. */
const lists = {
  brand: 'brandIds',
  manufacturer: 'manufacturerIds',
  category: 'categoryIds',
  status: 'statuses',
  package: 'packageTypes',
  view: 'views',
  completeness: 'completeness',
  allergen: 'allergens',
  missing: 'missing',
  changed: 'changedIn',
} as const satisfies Record<string, keyof CatalogSelection>
export type ListFilter = (typeof lists)[keyof typeof lists]
const listFilters = Object.entries(lists) as [keyof typeof lists, ListFilter][]

export const wholeCatalog: CatalogSelection = { text: '', brandIds: [], manufacturerIds: [] }

/** Reads a question from the query of an address: `?q=oat&brand=B1&brand=B2&listed=no&sort=-updated`. */
export function readQuestion(search: string): CatalogQuestion {
  const parameters = new URLSearchParams(search)
  const selection: CatalogSelection = { ...wholeCatalog, text: parameters.get('q')?.slice(0, 500) ?? '' }
  for (const [name, filter] of listFilters) {
    const values = parameters.getAll(name)
    if (values.length > 0) selection[filter] = values
  }
  if (parameters.get('listed') === 'no') selection.notListed = true
  if (parameters.getAll('in').includes('draft')) selection.inDraft = true
  if (parameters.getAll('in').includes('outbox')) selection.inOutbox = true
  const order = parameters.get('sort') ?? ''
  const descending = order.startsWith('-')
  const sort = catalogSort.safeParse({ by: descending ? order.slice(1) : order, descending })
  return sort.success ? { selection, sort: sort.data } : { selection }
}

/** The query string of a question, with its question mark; empty for the whole catalog in its usual order. */
export function writeQuestion({ selection, sort }: CatalogQuestion): string {
  const parameters = new URLSearchParams()
  if (selection.text) parameters.set('q', selection.text)
  for (const [name, filter] of listFilters)
    for (const value of selection[filter] ?? []) parameters.append(name, value)
  if (selection.notListed) parameters.set('listed', 'no')
  if (selection.inDraft) parameters.append('in', 'draft')
  if (selection.inOutbox) parameters.append('in', 'outbox')
  if (sort && sortKeys.includes(sort.by)) parameters.set('sort', `${sort.descending ? '-' : ''}${sort.by}`)
  const query = parameters.toString()
  return query ? `?${query}` : ''
}

/** Whether a selection has any filter; its words are none. */
export const isFiltered = (selection: CatalogSelection): boolean =>
  listFilters.some(([, filter]) => (selection[filter]?.length ?? 0) > 0) ||
  selection.notListed === true ||
  selection.inDraft === true ||
  selection.inOutbox === true

/** Whether a selection has any condition. */
export const isNarrowed = (selection: CatalogSelection): boolean =>
  selection.text.trim() !== '' || isFiltered(selection)
