import type { CatalogSelection } from '../../../src-shared/catalog/model.ts'

/** Reads the selection from the query of an address: `?q=oat&brand=B1&brand=B2&manufacturer=M1&listed=no`. */
export function readSelection(search: string): CatalogSelection {
  const parameters = new URLSearchParams(search)
  return {
    text: parameters.get('q') ?? '',
    brandIds: parameters.getAll('brand'),
    manufacturerIds: parameters.getAll('manufacturer'),
    notListed: parameters.get('listed') === 'no' ? true : undefined,
  }
}

/** The query string of a selection, with its question mark; empty for the whole catalog. */
export function writeSelection({ text, brandIds, manufacturerIds, notListed }: CatalogSelection): string {
  const parameters = new URLSearchParams()
  if (text) parameters.set('q', text)
  for (const id of brandIds) parameters.append('brand', id)
  for (const id of manufacturerIds) parameters.append('manufacturer', id)
  if (notListed) parameters.set('listed', 'no')
  const query = parameters.toString()
  return query ? `?${query}` : ''
}

/** Whether a selection has any condition. */
export const isNarrowed = ({ text, brandIds, manufacturerIds, notListed }: CatalogSelection): boolean =>
  text.trim() !== '' || brandIds.length > 0 || manufacturerIds.length > 0 || notListed === true
