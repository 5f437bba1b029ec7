/** The lookup lists: manufacturers, brands, distributors and retailers, each with its own namespace. */

import type { LookupKind } from '../../api/endpoints.ts'
import { element, group, repeated, requiredAttribute, requiredElement } from '../kit/description.ts'
import type { ValueOf } from '../kit/value.ts'
import { identifier, text, wholeNumber } from './leaves.ts'

const lookupEntry = group('Entry', {
  id: requiredAttribute(identifier, 'Identifier'),
  name: element(text, 'Name'),
})

const envelope = {
  numberOfResults: requiredElement(wholeNumber, 'Number of results', { help: 'Entries there are in all.' }),
  resultsPerPage: requiredElement(wholeNumber, 'Results per page', {
    help: '2147483647 when no limit was given.',
  }),
  startIndex: requiredElement(wholeNumber, 'Start index', { help: '0-based position of the first entry.' }),
}

export const manufacturers = group('Manufacturers', {
  ...envelope,
  manufacturer: repeated(lookupEntry, 'Manufacturers'),
})
export const brands = group('Brands', { ...envelope, brand: repeated(lookupEntry, 'Brands') })
export const distributors = group('Distributors', {
  ...envelope,
  distributor: repeated(lookupEntry, 'Distributors'),
})
export const retailers = group('Retailers', { ...envelope, retailer: repeated(lookupEntry, 'Retailers') })

type LookupListEntry = ValueOf<typeof lookupEntry>
type Manufacturers = ValueOf<typeof manufacturers>
type Brands = ValueOf<typeof brands>
type Distributors = ValueOf<typeof distributors>
type Retailers = ValueOf<typeof retailers>

/** One of the four lists, independent of its element names. */
interface LookupList {
  total: number
  start: number
  entries: { id: string; name: string }[]
}

/** Converts any of the four lists: counts as numbers, and only entries with an identifier. */
export function lookupList(
  kind: LookupKind,
  value: Manufacturers | Brands | Distributors | Retailers,
): LookupList {
  const entries = (value as Partial<Record<LookupKind, LookupListEntry[]>>)[kind] ?? []
  return {
    total: Number(value.numberOfResults ?? entries.length),
    start: Number(value.startIndex ?? 0),
    entries: entries.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ?? '' }])),
  }
}
