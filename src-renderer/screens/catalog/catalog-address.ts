import {
  type CatalogSelection,
  type CatalogSort,
  catalogSort,
  sortKeys,
} from '../../../src-shared/catalog/model.ts'

/** Selection and sort order of the catalog, stored in the query string of its address. */
export interface CatalogQuery {
  selection: CatalogSelection
  /** Absent: best match first, or earliest change first if no words are searched for. */
  sort?: CatalogSort | undefined
}

/** Query parameters that hold lists of values, and the selection filter each one sets. */
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
  finding: 'findings',
  changed: 'changedIn',
} as const satisfies Record<string, keyof CatalogSelection>
export type ListFilter = (typeof lists)[keyof typeof lists]
const listFilters = Object.entries(lists) as [keyof typeof lists, ListFilter][]

export const wholeCatalog: CatalogSelection = { text: '', brandIds: [], manufacturerIds: [] }

/** Parses the query string of an address, such as `?q=oat&brand=B1&brand=B2&listed=no&sort=-updated`. */
export function readCatalogQuery(search: string): CatalogQuery {
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

/** Serializes a query with a leading `?`. Returns an empty string for the entire catalog in default order. */
export function writeCatalogQuery({ selection, sort }: CatalogQuery): string {
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

/** Whether a selection has any filter. The search words are not a filter. */
export const isFiltered = (selection: CatalogSelection): boolean =>
  listFilters.some(([, filter]) => (selection[filter]?.length ?? 0) > 0) ||
  selection.notListed === true ||
  selection.inDraft === true ||
  selection.inOutbox === true

/** Whether a selection has any filter or search words. */
export const hasConditions = (selection: CatalogSelection): boolean =>
  selection.text.trim() !== '' || isFiltered(selection)
